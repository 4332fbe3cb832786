import { once } from 'node:events'
import { connect as connectTcp, type Socket as TcpSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { authApi, sessionsApi } from '@dalyan/contracts/auth'
import { dashboardApi } from '@dalyan/contracts/dashboard'
import { firmsApi } from '@dalyan/contracts/firms'
import type { LiveEvent, SubscribeReply } from '@dalyan/contracts/live-messages'
import { usersApi, type UserChange } from '@dalyan/contracts/users'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Ports } from '../parts.ts'
import { makeSecret } from '../core/secrets/random-secret.ts'
import { tokenText } from '../features/auth/session-token.ts'
import { tokensRepository } from '../features/auth/tokens.repository.ts'
import { userWith, type TestUser } from '../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../tests/test-app.ts'

/** In milliseconds; long, because a busy machine may be slow. */
const PATIENCE = 20_000

/** A raw WebSocket; `isOpen`: it was accepted. */
interface WebSocketConnection {
  socket: TcpSocket
  isOpen: boolean
}

let app: TestApp
let ports: Ports
/** Every line that the app logged. */
const logged: string[] = []
const open: Socket[] = []

beforeAll(async () => {
  app = await startTestApp({}, (line) => logged.push(line))
  ports = await app.app.listen()
})
afterAll(() => app.close())
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

function connect(token: string | undefined, options: Parameters<typeof io>[1] = {}): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${ports.socket}`, {
    auth: token === undefined ? {} : { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...options,
  })
  open.push(socket)
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}

const subscribe = (socket: Socket, channel: unknown): Promise<SubscribeReply> =>
  socket.timeout(PATIENCE).emitWithAck('subscribe', { channel })

/** All messages of an event from now on. */
function receivedBy(socket: Socket, event: LiveEvent): { channel: string; data: unknown }[] {
  const messages: { channel: string; data: unknown }[] = []
  socket.on(event, (message: { channel: string; data: unknown }) => messages.push(message))
  return messages
}

describe('a connection', () => {
  test.each([
    ['no token', undefined],
    ['a wrong token', '1|wrong'],
    ['a long token', 'x'.repeat(5_000)],
  ])('is refused with %s', async (_name, token) => {
    await expect(connect(token)).rejects.toThrow('unauthenticated')
  })

  test.each(['websocket', 'polling'] as const)('is refused from a foreign page, over %s', async (transport) => {
    const extraHeaders = { origin: 'http://evil.example' }
    await expect(connect(app.as.admin.token, { transports: [transport], extraHeaders })).rejects.toThrow()
  })

  test('is accepted from the page itself and from clients without a page', async () => {
    const extraHeaders = { origin: `http://127.0.0.1:${ports.http}` }
    await expect(connect(app.as.admin.token, { extraHeaders })).resolves.toBeDefined()
    await expect(connect(app.as.admin.token)).resolves.toBeDefined()
  })

  test('is refused beyond ten sockets of one user', async () => {
    const someone = await app.someone({ role: 'customer' })
    await Promise.all(Array.from({ length: 10 }, () => connect(someone.token)))
    await expect(connect(someone.token)).rejects.toThrow('too_many_sockets')
  })
})

describe('a socket that has not signed in', () => {
  const handshake = '/socket.io/?EIO=4&transport='
  /** A WebSocket that sends no messages. */
  async function silent(extra: Record<string, string> = {}, port = ports.socket): Promise<WebSocketConnection> {
    const socket = connectTcp(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const headers = {
      host: `127.0.0.1:${port}`,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...extra,
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET ${handshake}websocket HTTP/1.1\r\n${lines.join('')}\r\n`)
    const isOpen = await Promise.race([
      once(socket, 'data').then(([chunk]) => String(chunk).startsWith('HTTP/1.1 101')),
      once(socket, 'close').then(() => false),
    ])
    return { socket, isOpen }
  }

  test('is cut after ten seconds', { timeout: 60_000 }, async () => {
    const { socket, isOpen } = await silent()
    expect(isOpen).toBe(true)
    const signedIn = await connect(app.as.admin.token)
    socket.resume()
    await once(socket, 'close')
    expect(signedIn.connected).toBe(true)
  })

  test('is not authenticated any more after 120 wrong tokens of one address in a minute', async () => {
    const strict = await startTestApp()
    try {
      const { socket } = await strict.app.listen()
      const refusal = (token: string) =>
        new Promise<string>((resolve) => {
          const one = io(`http://127.0.0.1:${socket}`, {
            auth: { token },
            transports: ['websocket'],
            reconnection: false,
            forceNew: true,
          })
          one.once('connect', () => resolve('none'))
          one.once('connect_error', ({ message }) => resolve(message))
          open.push(one)
        })
      const refused = await Promise.all(Array.from({ length: 120 }, (_, n) => refusal(`${n}|guessed`)))
      expect(new Set(refused)).toEqual(new Set(['unauthenticated']))
      expect(await refusal('1|guessed')).toBe('not_ready')
    } finally {
      await strict.close()
    }
  })

  test('is cut when it leaves the namespace in which it was signed in', async () => {
    const socket = await connect(app.as.admin.token)
    const closed = new Promise((resolve) => socket.io.engine.once('close', resolve))
    ;(socket.io as unknown as { _packet(packet: object): void })._packet({ type: 1, nsp: '/' })
    await closed
  })

  test('is limited to two hundred per address, without counting signed-in sockets', async () => {
    const someone = await connect((await app.someone({ role: 'customer' })).token)
    const strangers: WebSocketConnection[] = []
    try {
      strangers.push(...(await Promise.all(Array.from({ length: 200 }, () => silent()))))
      expect(strangers.every(({ isOpen }) => isOpen)).toBe(true)
      strangers.push(await silent())
      expect(strangers.at(-1)?.isOpen).toBe(false)
      expect(someone.connected).toBe(true)
    } finally {
      for (const { socket } of strangers) socket.destroy()
    }
    await expect.poll(async () => (await connect(app.as.admin.token).catch(() => null))?.connected).toBe(true)
  })

  test('behind a trusted proxy counts by the address that the proxy names', async () => {
    const behind = await startTestApp({ TRUST_PROXY: '127.0.0.1' })
    const strangers: WebSocketConnection[] = []
    try {
      const { socket: port } = await behind.app.listen()
      const from = (address: string) => silent({ 'x-forwarded-for': address }, port)
      const network = Array.from({ length: 200 }, (_, n) => from(`2001:db8::${n.toString(16)}`))
      strangers.push(...(await Promise.all(network)))
      strangers.push(await from('2001:db8::ffff'), await from('198.51.100.2'))
      // The proxy itself is answered; a forwarded client beyond the limit is then closed.
      const [refused, neighbour] = strangers.slice(-2)
      refused?.socket.resume()
      if (refused && !refused.socket.closed) await once(refused.socket, 'close')
      expect(neighbour?.isOpen).toBe(true)
      expect(neighbour?.socket.closed).toBe(false)
    } finally {
      for (const { socket } of strangers) socket.destroy()
      await behind.close()
    }
  })
})

describe('channels', () => {
  test('a customer receives the tanks of the own firm only', async () => {
    const own = await app.given.tank({ firm_id: app.ownFirm.id })
    const foreign = await app.given.tank({ firm_id: (await app.given.firm()).id })
    const socket = await connect(app.as.customer.token)
    expect(await subscribe(socket, `tank.${own.id}`)).toEqual({ ok: true })
    const refused = { error: 'unknown_channel' }
    expect(await subscribe(socket, `tank.${foreign.id}`)).toEqual(refused)
    expect(await subscribe(socket, 'tank.2147483647')).toEqual(refused)
    expect(await subscribe(socket, 'iot-logs')).toEqual(refused)
    expect(await subscribe(socket, { deep: ['object'] })).toEqual(refused)
  })

  test('`tanks` sends each user only tanks of the user’s firms', async () => {
    const [own, foreign] = [
      await app.given.tank({ firm_id: app.ownFirm.id }),
      await app.given.tank({ firm_id: (await app.given.firm()).id }),
    ]
    const [customer, admin] = await Promise.all([connect(app.as.customer.token), connect(app.as.admin.token)])
    await Promise.all([subscribe(customer, 'tanks'), subscribe(admin, 'tanks')])
    const [ofCustomer, ofAdmin] = [receivedBy(customer, 'tank'), receivedBy(admin, 'tank')]
    app.app.events.emit('tank.changed', { id: foreign.id })
    app.app.events.emit('tank.changed', { id: own.id })
    await vi.waitFor(() => expect(ofAdmin).toHaveLength(2), PATIENCE)
    expect(ofCustomer).toMatchObject([{ channel: 'tanks', data: { id: own.id } }])
  })

  test('after `unsubscribe` no more messages arrive', async () => {
    const tank = await app.given.tank()
    const socket = await connect(app.as.admin.token)
    await subscribe(socket, `tank.${tank.id}`)
    const messages = receivedBy(socket, 'tank')
    expect(await socket.timeout(PATIENCE).emitWithAck('unsubscribe', { channel: `tank.${tank.id}` })).toEqual({
      ok: true,
    })
    app.app.events.emit('tank.changed', { id: tank.id })
    await sleep(200)
    expect(messages).toEqual([])
  })

  test('a flood of subscriptions cuts the socket', async () => {
    const socket = await connect(app.as.admin.token)
    for (let n = 0; n < 30; n += 1) socket.emit('subscribe', { channel: 'tanks' })
    await vi.waitFor(() => expect(socket.connected).toBe(false), PATIENCE)
  })
})

describe('rights that change while a socket is open', () => {
  async function secondSession(user_id: number): Promise<TestUser> {
    const { secret, hash } = makeSecret()
    const token = { user_id, hash, address: '127.0.0.1', agent: null, created_at: '2100-01-01T00:00:00.000Z' }
    const id = await tokensRepository(app.database).insert(token)
    return userWith(app.app.server, user_id, tokenText(id, secret))
  }
  const change = (id: number, body: UserChange) => app.as.admin.put(usersApi.update, { params: { id }, body })

  test('an expired token closes its socket within five seconds', async () => {
    const someone = await app.someone({ role: 'operator', firm_id: app.ownFirm.id })
    const socket = await connect(someone.token)
    await app.database.db.deleteFrom('tokens').where('user_id', '=', someone.id).execute()
    await vi.waitFor(() => expect(socket.connected).toBe(false), PATIENCE)
  })

  test('signing out closes the socket at once', async () => {
    const someone = await app.someone({ role: 'customer', firm_id: app.ownFirm.id })
    const socket = await connect(someone.token)
    expect((await someone.post(authApi.logout)).status).toBe(204)
    await vi.waitFor(() => expect(socket.connected).toBe(false), PATIENCE)
  })

  test('a session ended from another browser loses its socket at once, and the other browser keeps its own', async () => {
    const someone = await app.someone({ role: 'operator', firm_id: app.ownFirm.id })
    const here = await secondSession(someone.id)
    const [socket, own] = [await connect(someone.token), await connect(here.token)]
    expect((await here.delete(sessionsApi.endOthers)).status).toBe(204)
    await vi.waitFor(() => expect(socket.connected).toBe(false), PATIENCE)
    expect(own.connected).toBe(true)
  })

  test.each([
    ['another firm', async (id: number) => change(id, { firm_id: (await app.given.firm()).id })],
    ['another role', (id: number) => change(id, { roles: ['customer'] })],
    ['another password', (id: number) => change(id, { password: 'mavi kayık 12' })],
    ['a temporary password', (id: number) => change(id, { password_temporary: true })],
    ['the end of the account', (id: number) => app.as.admin.delete(usersApi.remove, { params: { id } })],
  ])('%s cuts the sockets at once', async (_title, action) => {
    const someone = await app.someone({ role: 'operator', firm_id: app.ownFirm.id })
    const socket = await connect(someone.token)
    expect((await action(someone.id)).status).toBeLessThan(300)
    await vi.waitFor(() => expect(socket.connected).toBe(false), PATIENCE)
  })

  test('a firm that moves below the own one makes the sockets sign in again at once', async () => {
    const socket = await connect(app.as.customer.token)
    const { id } = await app.given.firm()
    await app.as.admin.put(firmsApi.update, { params: { id }, body: { parent_id: app.ownFirm.id } })
    await vi.waitFor(() => expect(socket.connected).toBe(false), PATIENCE)
  })

  test('a user no longer receives a tank that was given to another firm', async () => {
    const tank = await app.given.tank({ firm_id: app.ownFirm.id })
    const socket = await connect(app.as.customer.token)
    await subscribe(socket, `tank.${tank.id}`)
    const messages = receivedBy(socket, 'tank')
    const firm_id = (await app.given.firm()).id
    await app.database.db.updateTable('tanks').set({ firm_id }).where('id', '=', tank.id).execute()
    // Rights are checked every few seconds; earlier messages may still arrive.
    await vi.waitFor(async () => {
      messages.splice(0)
      app.app.events.emit('tank.changed', { id: tank.id })
      await sleep(300)
      expect(messages).toEqual([])
    }, PATIENCE)
  })
})

test('the dashboard counts a page as soon as it has connected', async () => {
  const counted = async () => (await app.as.admin.get(dashboardApi.systemMetrics)).body.sockets
  await vi.waitFor(async () => expect(await counted()).toBe(0), PATIENCE)
  await connect(app.as.admin.token)
  expect(await counted()).toBe(1)
})

describe('twelve hours without use', () => {
  const HOUR = 3_600_000
  /** Rechecks every session, as the server does every few seconds. */
  const look = async () => {
    app.app.events.emit('user.changed', { id: 0 })
    await sleep(50)
  }
  /** As `look`, until the session in use has been seen. */
  const lookAt = async ({ id }: TestUser) => {
    const used = () => app.database.db.selectFrom('tokens').where('user_id', '=', id).select('last_used_at').execute()
    await vi.waitFor(async () => {
      await look()
      expect(Date.parse((await used())[0]?.last_used_at ?? '')).toBe(app.clock.now())
    }, PATIENCE)
  }
  async function hours(count: number): Promise<void> {
    for (let passed = 0; passed < count; passed += 1) {
      app.clock.advance(HOUR)
      await look()
    }
  }
  /** A user whose session begins now; sessions of the other test users never expire. */
  async function begins(who: Parameters<TestApp['someone']>[0]): Promise<TestUser> {
    const someone = await app.someone(who)
    const now = new Date(app.clock.now()).toISOString()
    const times = { created_at: now, last_used_at: now }
    await app.database.db.updateTable('tokens').set(times).where('user_id', '=', someone.id).execute()
    return someone
  }
  const isSignedIn = async (someone: TestUser) => (await someone.get(authApi.me)).status === 200
  const locked = (token: string) => connect(token, { auth: { token, idle_lock: true } })

  test('end a session that is used by its socket only, and the page is notified', async () => {
    const someone = await begins({ role: 'admin' })
    const socket = await connect(someone.token)
    await hours(11)
    expect(socket.connected).toBe(true)
    await hours(1)
    await vi.waitFor(() => expect(socket.connected).toBe(false), PATIENCE)
    await expect(connect(someone.token)).rejects.toThrow('unauthenticated')
    expect(await isSignedIn(someone)).toBe(false)
  })

  test('also end a session whose socket only reconnects', async () => {
    const someone = await begins({ role: 'admin' })
    app.clock.advance(11 * HOUR)
    ;(await connect(someone.token)).disconnect()
    app.clock.advance(HOUR)
    expect(await isSignedIn(someone)).toBe(false)
  })

  test('do not apply while the idle lock is on, up to the thirty days', async () => {
    const someone = await begins({ role: 'admin' })
    const socket = await locked(someone.token)
    for (let passed = 0; passed < 30 * 24 - 11; passed += 11) {
      app.clock.advance(11 * HOUR)
      await lookAt(someone)
    }
    expect(socket.connected).toBe(true)
    app.clock.advance(11 * HOUR)
    await look()
    await vi.waitFor(() => expect(socket.connected).toBe(false), PATIENCE)
  })

  test('apply again from the moment the lock is off', async () => {
    const someone = await begins({ role: 'admin' })
    const socket = await connect(someone.token)
    await socket.timeout(PATIENCE).emitWithAck('idle-lock', { locked: true })
    for (const passed of [8, 8]) {
      app.clock.advance(passed * HOUR)
      await lookAt(someone)
    }
    expect(socket.connected).toBe(true)
    await socket.timeout(PATIENCE).emitWithAck('idle-lock', { locked: false })
    await hours(12)
    await vi.waitFor(() => expect(socket.connected).toBe(false), PATIENCE)
  })

  test.each(['operator', 'customer'] as const)(
    'do not apply where a wall screen is signed in as %s, because the browser has the lock',
    async (role) => {
      const someone = await begins({ role, firm_id: app.ownFirm.id })
      const socket = await locked(someone.token)
      for (const passed of [11, 11]) {
        app.clock.advance(passed * HOUR)
        await lookAt(someone)
      }
      expect(socket.connected).toBe(true)
      expect(await isSignedIn(someone)).toBe(true)
    },
  )

  test.each([undefined, 'x', { locked: 'yes' }, { deep: { locked: true } }])(
    'apply when the lock is invalid: %j',
    async (payload) => {
      const someone = await begins({ role: 'admin' })
      const socket = await connect(someone.token)
      expect(await socket.timeout(PATIENCE).emitWithAck('idle-lock', payload)).toEqual({ ok: true })
      app.clock.advance(11 * HOUR)
      await look()
      app.clock.advance(HOUR)
      await look()
      await vi.waitFor(() => expect(socket.connected).toBe(false), PATIENCE)
    },
  )
})

test('a client that never reads is disconnected, and the others are not affected', async () => {
  const tank = await app.given.tank()
  const [deaf, listening] = await Promise.all([connect(app.as.admin.token), connect(app.as.operator.token)])
  const reader = await connect(app.as.admin.token)
  await Promise.all([subscribe(deaf, `tank.${tank.id}`), subscribe(reader, `tank.${tank.id}`)])
  const messages = receivedBy(reader, 'measurement')
  // The engine's own socket stops reading, so that the server's messages pile up in the server.
  const engine = deaf.io.engine as unknown as { transport: { ws: { pause(): void } } }
  engine.transport.ws.pause()
  const bulky = { tank_id: tank.id, iot_id: null, filler: 'x'.repeat(64 * 1024) }
  const flood = setInterval(() => {
    for (let n = 0; n < 4; n += 1) app.app.events.emit('measurements.stored', [bulky as never])
  }, 20)
  const isCut = () => expect(logged.some((line) => line.includes('a browser that does not read was cut'))).toBe(true)
  await vi.waitFor(isCut, PATIENCE).finally(() => clearInterval(flood))
  expect(messages.length).toBeGreaterThan(0)
  expect(listening.connected && reader.connected).toBe(true)
})
