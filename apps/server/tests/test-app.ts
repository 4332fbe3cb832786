import { deviceApi } from '@dalyan/contracts/device-messages'
import type { RoleName } from '@dalyan/contracts/permissions'
import type { FirmRef } from '@dalyan/contracts/users'
import { createApp, type App } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Database } from '../src/core/database/database.ts'
import { createLogger } from '../src/core/log.ts'
import type { Events } from '../src/events.ts'
import { createGiven, type Given } from './given.ts'
import { makeUser, userWith, type TestUser } from './test-users.ts'
import type { Replica } from './replica.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { openTestDatabase } from './test-database.ts'

type Emitted = { [K in keyof Events]: { name: K; data: Events[K] } }[keyof Events]

export interface TestApp {
  app: App
  database: Database
  clock: TestClock
  /** The firm of the operator and the customer. */
  ownFirm: FirmRef
  as: { admin: TestUser; operator: TestUser; customer: TestUser; visitor: TestUser }
  /** Creates another user, signed in. */
  someone(who: { role: RoleName; firm_id?: number | null; name?: string }): Promise<TestUser>
  given: Given
  /** Sends readings as this terminal, by HTTP. */
  deliver(terminal: { code: string; key: string }, readings: object): Promise<{ status: number; body: unknown }>
  /** The same. @returns the status of the answer */
  send(terminal: { code: string; key: string }, readings: object): Promise<number>
  /** The events since the last call. */
  emitted(): Emitted[]
  close(): Promise<void>
}

/** Known to tests, so that they can open what the app sealed. */
export const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

/** What an MQTT broker shows that asks who may connect. */
export const BROKER_SECRET = 'the secret of a broker'

const SETTINGS = {
  PORT: '0',
  SOCKET_PORT: '0',
  MQTT_PORT: '0',
  API_RATE: '0',
  SECRETS_KEY,
  MQTT_AUTH_SECRET: BROKER_SECRET,
  ADMIN_EMAIL: 'first@dalyan.test',
  ADMIN_PASSWORD: 'ilk yönetici 7',
}

/**
 * The complete server on its own schema, without ports: calls are injected. Close it at the end of the file.
 * @param receive gets every logged line; without it no line is logged.
 */
export async function startTestApp(
  settings: Record<string, string> = {},
  receive?: (line: string) => void,
  anonymousPerMinute = 1_000_000,
  replica?: Replica,
): Promise<TestApp> {
  const database = await openTestDatabase(replica)
  const clock = createTestClock()
  const config = readConfig({ ...SETTINGS, ...settings }, [])
  const log = receive ? createLogger('info', { write: receive }) : createLogger('silent')
  const app = await createApp({ config, database: database.asApplication, log, clock, anonymousPerMinute })
  const { server } = app
  const admin = await makeUser(server, database, { role: 'admin' })
  const given = createGiven(admin)
  const ownFirm = await given.firm({ name: 'Kendi firması' })
  const of = { firm_id: ownFirm.id }
  const deliver: TestApp['deliver'] = async ({ code, key }, payload) => {
    const { method, path: url } = deviceApi.measurements
    const headers = { authorization: `Bearer ${code}:${key}` }
    const reply = await server.inject({ method, url, headers, payload })
    return { status: reply.statusCode, body: reply.json<unknown>() }
  }
  return {
    app,
    database,
    clock,
    ownFirm,
    as: {
      admin,
      operator: await makeUser(server, database, { role: 'operator', ...of }),
      customer: await makeUser(server, database, { role: 'customer', ...of }),
      visitor: userWith(server, 0, ''),
    },
    someone: (who) => makeUser(server, database, who),
    given,
    deliver,
    send: async (terminal, payload) => (await deliver(terminal, payload)).status,
    emitted: recorder(app),
    async close() {
      await app.close()
      await database.close()
    },
  }
}

const WATCHED: (keyof Events)[] = [
  'tank.changed',
  'terminal.changed',
  'terminal_log.written',
  'tank_log.written',
  'session.ended',
  'alarm.changed',
  'measurements.stored',
  'journal.written',
]

function recorder(app: App): () => Emitted[] {
  let seen: Emitted[] = []
  for (const name of WATCHED) app.events.on(name, (data) => seen.push({ name, data } as Emitted))
  return () => {
    const all = seen
    seen = []
    return all
  }
}
