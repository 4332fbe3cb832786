import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { createApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { createLogger } from '../apps/server/src/core/log.ts'
import { createTestClock, type TestClock } from '../apps/server/tests/test-clock.ts'
import { openTestDatabase } from '../apps/server/tests/test-database.ts'
import { ADMIN } from './product.ts'

/** The full product within the test's process, with a clock that the test moves. */
export interface MovedProduct {
  page: string
  clock: TestClock
  /** Waits until the clock of alarms has ticked at the present time: it takes several steps at once for a failure of the server. */
  alarmsTicked(): Promise<void>
  discard(): Promise<void>
}

export async function startMovedProduct(settings: Record<string, string>): Promise<MovedProduct> {
  const database = await openTestDatabase()
  const clock = createTestClock()
  const free = { PORT: '0', SOCKET_PORT: '0', MQTT_PORT: '0', API_RATE: '0' }
  const config = readConfig({ ...free, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...settings }, [])
  const pageFolder = join(import.meta.dirname, '../apps/web/dist')
  const app = await createApp({
    config,
    database: database.asApplication,
    log: createLogger('silent'),
    clock,
    pageFolder,
  })
  const { http } = await app.listen()
  return {
    page: `http://localhost:${http}`,
    clock,
    async alarmsTicked() {
      const lastTick = async () => {
        const { rows } = await database.query<{ beat_at: string }>('select beat_at from silence_heartbeat')
        return Date.parse(rows[0]?.beat_at ?? '')
      }
      // Before the first test there is no `expect.poll`.
      await vi.waitFor(async () => expect(await lastTick()).toBe(clock.now()), { timeout: 60_000, interval: 100 })
    },
    async discard() {
      await app.close()
      await database.close()
    },
  }
}
