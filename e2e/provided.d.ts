import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this test run (`apps/server/tests/postgres.ts`). */
    databaseUrl: string
  }
}
