import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { turkishPlaces } from './apps/web/turkish-places.ts'

const OUTSIDE = ['**/node_modules/**', '**/dist/**']
/** Two at least: by default a machine of two cores would work with one. Four at most: each has a PostgreSQL of its own. */
const WORKERS = Math.min(4, Math.max(2, availableParallelism() - 1))
const LONG = '**/*.long.test.ts'
/** Whole products that a neighbour cannot disturb: nobody uses their pages by the clock. */
const BESIDE = 'e2e/{looks,start-errors,kill-nine,stop-under-load,database-away}.spec.ts'
const POSTGRES = ['apps/server/tests/postgres.ts']
/** What a test waits for comes at once on a quiet machine; a busy one may take its time. */
const PATIENCE = { expect: { poll: { timeout: 20_000 } }, testTimeout: 120_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...PATIENCE,
          maxWorkers: WORKERS,
          // They touch nothing: what a file leaves disturbs no other.
          isolate: false,
          include: ['{apps/server,packages,tools,tests,scripts}/**/*.test.{ts,mjs}', 'apps/web/**/*.test.ts'],
          exclude: [...OUTSIDE, LONG, '**/*.api.test.ts', 'apps/server/tests/flows/**'],
        },
      },
      {
        plugins: [turkishPlaces()],
        test: {
          name: 'page',
          ...PATIENCE,
          maxWorkers: WORKERS,
          environment: 'happy-dom',
          include: ['apps/web/**/*.test.tsx'],
          exclude: OUTSIDE,
          setupFiles: ['apps/web/tests/setup.ts'],
        },
      },
      {
        test: {
          name: 'api',
          ...PATIENCE,
          maxWorkers: WORKERS,
          // Each file has a database and an app of its own; bringing in the server's code anew for each would take a fifth of the time.
          isolate: false,
          include: ['{apps/server,tools}/**/*.api.test.ts', 'apps/server/tests/flows/**/*.test.ts'],
          exclude: [...OUTSIDE, LONG],
          globalSetup: POSTGRES,
        },
      },
      {
        test: {
          name: 'e2e-beside',
          ...PATIENCE,
          testTimeout: 180_000,
          include: [BESIDE],
          globalSetup: POSTGRES,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'e2e',
          ...PATIENCE,
          testTimeout: 180_000,
          include: ['e2e/**/*.spec.ts'],
          exclude: [...OUTSIDE, BESIDE],
          globalSetup: POSTGRES,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'long',
          ...PATIENCE,
          include: [LONG],
          exclude: OUTSIDE,
          globalSetup: POSTGRES,
          testTimeout: 30 * 60_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
