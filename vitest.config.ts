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

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
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
          maxWorkers: WORKERS,
          environment: 'happy-dom',
          include: ['apps/web/**/*.test.tsx'],
          exclude: OUTSIDE,
          setupFiles: ['apps/web/tests/setup.ts'],
          testTimeout: 15_000,
        },
      },
      {
        test: {
          name: 'api',
          maxWorkers: WORKERS,
          // Each file has a database and an app of its own; bringing in the server's code anew for each would take a fifth of the time.
          isolate: false,
          include: ['{apps/server,tools}/**/*.api.test.ts', 'apps/server/tests/flows/**/*.test.ts'],
          exclude: [...OUTSIDE, LONG],
          globalSetup: POSTGRES,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e-beside',
          include: [BESIDE],
          globalSetup: POSTGRES,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          exclude: [...OUTSIDE, BESIDE],
          globalSetup: POSTGRES,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'long',
          include: [LONG],
          exclude: OUTSIDE,
          globalSetup: POSTGRES,
          testTimeout: 30 * 60_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
