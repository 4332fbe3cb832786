import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { turkishPlaces } from './apps/web/turkish-places.ts'
import { testReport } from './scripts/test-report.mjs'

const { TEST_REPORT } = process.env
const OUTSIDE = ['**/node_modules/**', '**/dist/**']
/** Three at least, because many tests wait for a database or a timer most of their time; four at most, because each has its own PostgreSQL. */
const WORKERS = Math.min(4, Math.max(3, availableParallelism()))
const LONG = '**/*.long.test.ts'
/** Full products that other tests cannot disturb, because their pages are not used against the clock. */
const BESIDE = 'e2e/{looks,start-errors,kill-nine,stop-under-load,database-away,clock-behind}.spec.ts'
const POSTGRES = ['apps/server/tests/postgres.ts']
/** Long enough for a slow, busy machine; on a quiet one every condition is met at once. */
const TIMEOUTS = { expect: { poll: { timeout: 60_000 } }, testTimeout: 120_000, hookTimeout: 120_000 }
const BROWSER_TESTS = { testTimeout: 180_000, setupFiles: ['e2e/pages-of-failure.ts'] }
/** Pages and requests make much garbage: a larger young generation saves a sixth of the processor time. */
const SHORT_LIVED_HEAP = { execArgv: ['--max-semi-space-size=64'] }

/** As `production-emotion.ts` for the page's own imports, which Vite resolves. */
const productionEmotion: Plugin = {
  name: 'production-emotion',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('@emotion/') ? fileURLToPath(import.meta.resolve(id)) : null),
}

export default defineConfig({
  test: {
    // `npm test` counts by it.
    reporters: ['default', ...(TEST_REPORT ? [testReport(TEST_REPORT)] : [])],
    projects: [
      {
        test: {
          name: 'unit',
          ...TIMEOUTS,
          maxWorkers: WORKERS,
          // These tests change no global state, so files may share a worker's modules.
          isolate: false,
          include: ['{apps/server,packages,tools,tests,scripts}/**/*.test.{ts,mjs}', 'apps/web/**/*.test.ts'],
          exclude: [...OUTSIDE, LONG, '**/*.api.test.ts', 'apps/server/tests/flows/**'],
        },
      },
      {
        plugins: [turkishPlaces(), productionEmotion],
        // Production React has no function for the calls that JSX becomes during development.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'page',
          ...TIMEOUTS,
          maxWorkers: WORKERS,
          environment: 'happy-dom',
          // The set-up file clears what a test leaves; loading the page's code again for each file would take a quarter of the time.
          isolate: false,
          // No test reads units that depend on others; without this computing a style takes a tenth of the time of these tests.
          environmentOptions: { happyDOM: { settings: { disableComputedStyleRendering: true } } },
          ...SHORT_LIVED_HEAP,
          include: ['apps/web/**/*.test.tsx'],
          exclude: OUTSIDE,
          env: { NODE_ENV: 'production' },
          setupFiles: ['apps/web/tests/production-react.ts', 'apps/web/tests/setup.ts'],
        },
      },
      {
        test: {
          name: 'api',
          ...TIMEOUTS,
          ...SHORT_LIVED_HEAP,
          maxWorkers: WORKERS,
          // Each file has its own database and app; loading the server's code again for each would take a fifth of the time.
          isolate: false,
          include: ['{apps/server,tools}/**/*.api.test.ts', 'apps/server/tests/flows/**/*.test.ts'],
          exclude: [...OUTSIDE, LONG],
          globalSetup: POSTGRES,
        },
      },
      {
        test: {
          name: 'e2e-beside',
          ...TIMEOUTS,
          ...BROWSER_TESTS,
          include: [BESIDE],
          globalSetup: POSTGRES,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'e2e',
          ...TIMEOUTS,
          ...BROWSER_TESTS,
          include: ['e2e/**/*.spec.ts'],
          exclude: [...OUTSIDE, BESIDE],
          globalSetup: POSTGRES,
          // After all others. Two full products and browsers keep two cores busy; more would slow down pages that are used against the clock.
          sequence: { groupOrder: 1 },
          maxWorkers: Math.min(2, availableParallelism()),
        },
      },
      {
        test: {
          name: 'citus',
          ...TIMEOUTS,
          ...SHORT_LIVED_HEAP,
          maxWorkers: 1,
          isolate: false,
          include: [
            'apps/server/src/features/{measurements,alarms,logs,tanks,terminals,wall}/**/*.api.test.ts',
            'apps/server/src/ingest/*.api.test.ts',
          ],
          globalSetup: POSTGRES,
        },
      },
      // Programs that not every machine has; each has a script of its own in package.json.
      ...['mosquitto', 'pooler'].map((name) => ({
        test: {
          name,
          ...TIMEOUTS,
          include: [`e2e/${name}*.test.ts`],
          globalSetup: POSTGRES,
          maxWorkers: 1,
        },
      })),
      { test: { name: 'cluster', ...TIMEOUTS, include: ['e2e/cluster.test.ts'], maxWorkers: 1 } },
      { test: { name: 'disk', ...TIMEOUTS, include: ['e2e/faulty-disk.test.ts'], testTimeout: 300_000 } },
      {
        test: {
          name: 'long',
          ...TIMEOUTS,
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
