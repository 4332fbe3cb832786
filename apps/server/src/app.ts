import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Clock } from './core/clock.ts'
import type { Database } from './core/database/database.ts'
import { createEventBus } from './core/event-bus.ts'
import { createHttpServer } from './core/http/http-server.ts'
import { describeApi } from './core/http/openapi.ts'
import { answerNotFound, servePage } from './core/http/page-files.ts'
import type { Logger } from './core/log.ts'
import { StartError } from './core/start-error.ts'
import type { AppEvents, Events } from './events.ts'
import { createAuth } from './features/auth/auth.module.ts'
import { serveAuth } from './features/auth/auth.routes.ts'
import type { FirstAdmin } from './features/auth/first-admin.ts'
import { serveBranding } from './features/branding/branding.routes.ts'
import { firmsRepository as firms } from './features/firms/firms.repository.ts'
import { settingsRepository as settings } from './features/settings/settings.repository.ts'
import { serveSettings } from './features/settings/settings.routes.ts'
import { serveSystem } from './features/system/system.routes.ts'
import { usersRepository as users } from './features/users/users.repository.ts'

interface Needs {
  config: Config
  database: Database
  log: Logger
  clock: Clock
  /** Folder of the built page; absent in tests. */
  pageFolder?: string
}

export interface Ports {
  http: number
  socket: number
  mqtt: number
}

/** The whole server, wired; nothing listens yet. */
export interface App {
  server: FastifyInstance
  events: AppEvents
  /** Made by this start, to be told once on the console; null when there was an admin already. */
  firstAdmin: FirstAdmin | null
  listen(): Promise<Ports>
  close(): Promise<void>
}

/** The system on one page: every part is made here and given what it needs by name. */
export async function createApp({ config, database, log, clock, pageFolder }: Needs): Promise<App> {
  const events = createEventBus<Events>((error, event) => log.error({ err: error, event }, 'a subscriber failed'))
  let isOpen = false
  const socketPort = config.SOCKET_PORT

  const { auth, sessions, ensureFirstAdmin } = createAuth({ database, clock, events, users, firms, settings })

  const server = await createHttpServer({ log, apiRate: config.API_RATE, authenticate: sessions.authenticate })
  await describeApi(server)
  serveSystem(server, {
    isOpen: () => isOpen,
    pingDatabase: async () => {
      await database.query('select 1')
    },
  })
  serveAuth(server, { auth, sessions })
  serveSettings(server, { database })
  serveBranding(server, { baseUrl: config.BASE_URL })
  if (pageFolder && existsSync(join(pageFolder, 'index.html'))) await servePage(server, { folder: pageFolder, socketPort: () => socketPort })
  else answerNotFound(server)

  return {
    server,
    events,
    firstAdmin: await ensureFirstAdmin({ email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD }),
    async listen() {
      await listening('PORT', config.PORT, () => server.listen({ port: config.PORT, host: config.HOST }))
      isOpen = true
      return { http: (server.server.address() as AddressInfo).port, socket: socketPort, mqtt: config.MQTT_PORT }
    },
    async close() {
      isOpen = false
      await server.close()
    },
  }
}

/** A port that cannot be had is one clear line, not a stack. */
async function listening(name: string, port: number, listen: () => Promise<unknown>): Promise<void> {
  try {
    await listen()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const reason = { EADDRINUSE: 'is already taken', EACCES: 'needs more rights than this user has' }[code] ?? `cannot be opened (${code})`
    throw new StartError(`Port ${port} (${name}) ${reason}. Choose another one: ${name}=… npm start`)
  }
}
