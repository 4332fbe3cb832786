declare module 'virtual:turkish-places' {
  /** Names of districts by name of province, both in Turkish order; made by `turkish-places.ts` beside the Vite config. */
  export const DISTRICTS: Readonly<Record<string, readonly string[]>>
}
