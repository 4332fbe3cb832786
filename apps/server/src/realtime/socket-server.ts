import { createServer, type IncomingMessage } from 'node:http'
import type { LiveEvent, LiveMessages, SubscribeReply } from '@dalyan/contracts/live-messages'
import { Server, type Socket } from 'socket.io'
import { endsConnections, SLOW_SENDERS } from '../core/http/connections.ts'
import type { Authenticate, FirmScope, SignedIn } from '../core/http/signed-in.ts'
import { listenOn } from '../core/listening.ts'
import type { Basics } from '../basics.ts'
import { createRecentCounts } from '../core/recent-counts.ts'
import {
  maySubscribe,
  parseChannel,
  recordBehind,
  audiencesOf,
  channelsIn,
  subscribersOf,
  type LiveChannel,
} from './channels.ts'
import {
  cutOff,
  cutOffUnderlying,
  isAllowedOrigin,
  isTooFarBehind,
  limitSignIns,
  SIGN_IN_WITHIN_MS,
} from './socket-limits.ts'

const MAX_SOCKETS_PER_USER = 10
const MAX_CHANNELS = 200
const MAX_SUBSCRIBES_A_SECOND = 20
const LOOK_AGAIN_MS = 4_000

interface Needs extends Pick<Basics, 'events' | 'log' | 'clock'> {
  /** Authenticates a token, which counts as use of the token. */
  authenticate: Authenticate
  /** The same without counting as use. */
  recheck: Authenticate
  /** Whether the record exists in this scope. */
  isVisible: (of: 'tank' | 'terminal', id: number, firms: FirmScope) => Promise<boolean>
  pagePort: () => number
  baseUrl: string | undefined
  /** Addresses and ranges of proxies that may name the client's address. */
  trustedProxies: readonly string[]
}

interface SocketSession {
  user: SignedIn
  token: string
  /** Whether the page reported its idle lock as on. */
  locked: boolean
  channels: Map<string, LiveChannel>
}

/** The live port for browsers: sign-in by token, authorisation per channel; a browser that stops reading is disconnected. */
export function createSocketServer(needs: Needs) {
  const { authenticate, recheck, isVisible, pagePort, baseUrl, trustedProxies, events, log, clock } = needs
  const http = createServer({ ...SLOW_SENDERS, headersTimeout: SIGN_IN_WITHIN_MS }, (_request, response) =>
    response.writeHead(404).end(),
  )
  const io = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    // A function, because the allowed origin depends on the request's own host.
    cors: ((request: IncomingMessage, done: (error: null, options: object) => void) =>
      done(null, { origin: isAllowedOrigin(request, pagePort(), baseUrl), credentials: true })) as never,
    allowRequest: (request, done) => done(null, isAllowedOrigin(request, pagePort(), baseUrl)),
  })
  const endConnections = endsConnections(http)
  const signIns = limitSignIns({ http, io, trusted: trustedProxies, clock })
  const sessions = new Map<Socket, SocketSession>()
  const subscribes = createRecentCounts(1_000, clock)

  io.use((socket, next) => {
    signIn(socket).then(
      (session) => {
        if (!session) return next(new Error('unauthenticated'))
        const open = [...sessions.values()].filter(({ user }) => user.id === session.user.id).length
        if (open >= MAX_SOCKETS_PER_USER) return next(new Error('too_many_sockets'))
        sessions.set(socket, session)
        signIns.signedIn(socket.conn)
        next()
      },
      () => next(new Error('not_ready')),
    )
  })

  async function signIn(socket: Socket): Promise<SocketSession | null> {
    const { token, idle_lock }: Record<string, unknown> = socket.handshake.auth
    if (typeof token !== 'string' || token.length > 300) return null
    if (signIns.hasFailedTooOften(socket.conn)) throw new Error('too many failed')
    // A reconnecting socket is no user action, so it does not count as use of the token.
    const user = await recheck(token)
    if (!user) signIns.failed(socket.conn)
    return user && { user, token, locked: idle_lock === true, channels: new Map() }
  }

  io.on('connection', (socket) => {
    const session = sessions.get(socket)
    if (!session) return socket.disconnect(true)
    socket.on('disconnect', () => {
      sessions.delete(socket)
      // A client that leaves the namespace is no longer signed in.
      cutOffUnderlying(socket.conn)
    })
    socket.on('subscribe', (payload: unknown, answer: unknown) => {
      if (subscribes.add(socket.id) > MAX_SUBSCRIBES_A_SECOND) return socket.disconnect(true)
      void subscribe(socket, session, channelNameOf(payload)).then((reply) => respond(answer, reply))
    })
    socket.on('unsubscribe', (payload: unknown, answer: unknown) => {
      const name = channelNameOf(payload)
      leave(socket, session, name)
      respond(answer, { ok: true })
    })
    socket.on('idle-lock', (payload: unknown, answer: unknown) => {
      session.locked = keyOf(payload, 'locked') === true
      respond(answer, { ok: true })
    })
  })

  async function subscribe(socket: Socket, session: SocketSession, name: string): Promise<SubscribeReply> {
    const channel = parseChannel(name)
    // The same answer for a foreign channel and a missing one.
    const refused = { error: 'unknown_channel' }
    if (!channel || session.channels.size >= MAX_CHANNELS || !maySubscribe(session.user, channel)) return refused
    try {
      if (!(await isRecordVisible(session.user, channel))) return refused
    } catch (error) {
      log.warn({ err: error }, 'a subscription could not be checked')
      return { error: 'not_ready' }
    }
    session.channels.set(name, channel)
    await socket.join([subscribersOf(name), ...audiencesOf(session.user, name, channel)])
    return { ok: true }
  }

  function leave(socket: Socket, session: SocketSession, name: string): void {
    const channel = session.channels.get(name)
    if (!channel) return
    session.channels.delete(name)
    for (const audience of [subscribersOf(name), ...audiencesOf(session.user, name, channel)])
      void socket.leave(audience)
  }

  async function isRecordVisible(user: SignedIn, channel: LiveChannel): Promise<boolean> {
    const record = recordBehind(channel)
    return record === null || isVisible(record.of, record.id, user.firms)
  }

  events.on('session.ended', ({ token_ids }) => {
    for (const [socket, { user }] of sessions) if (token_ids.includes(user.token_id)) socket.disconnect(true)
  })

  /** Rechecks every session, well within five seconds, because rights change and tokens end while sockets are open. */
  async function lookAgain(): Promise<void> {
    const known = new Map<string, ReturnType<Authenticate>>()
    // Thousands of sockets show the same few hundred tanks.
    const seen = new Map<string, Promise<boolean>>()
    // While the idle lock is on, an open socket counts as use, by an administrator's choice for that browser (docs/behaviour/sessions.md).
    const kept = new Set([...sessions.values()].filter(({ locked }) => locked).map(({ token }) => token))
    for (const [socket, session] of sessions) {
      const asked = known.get(session.token) ?? (kept.has(session.token) ? authenticate : recheck)(session.token)
      known.set(session.token, asked)
      const user = await asked
      if (!user) {
        socket.disconnect(true)
        continue
      }
      const sameScope =
        JSON.stringify([user.firms, [...user.permissions]]) ===
        JSON.stringify([session.user.firms, [...session.user.permissions]])
      if (!sameScope) {
        // Disconnects, because after the new sign-in the page subscribes and fetches all data again.
        socket.disconnect(true)
        continue
      }
      for (const [name, channel] of session.channels) {
        const of = `${name} ${String(user.firms)}`
        const looked = seen.get(of) ?? isRecordVisible(user, channel)
        seen.set(of, looked)
        if (!(await looked)) leave(socket, session, name)
      }
    }
  }

  /** Sockets that were behind at the last check: a socket is cut only when behind twice in a row, because sending one large message is no reason. */
  let behind = new Set<Socket>()
  function cutSlowReaders(): void {
    const before = behind
    behind = new Set([...sessions.keys()].filter(isTooFarBehind))
    for (const socket of behind) {
      const user = sessions.get(socket)?.user
      if (!user || !before.has(socket)) continue
      log.warn({ user_id: user.id }, 'a browser that does not read was cut')
      socket.emit('resync')
      cutOff(socket)
    }
  }

  let looking = false
  function look(): void {
    if (looking) return
    looking = true
    lookAgain()
      .catch((error: unknown) => log.warn({ err: error }, 'live sessions could not be checked'))
      .finally(() => (looking = false))
  }
  events.on('user.changed', look)
  events.on('firm.changed', look)
  events.on('events.missed', look)
  const timers = [setInterval(cutSlowReaders, 1_000), setInterval(look, LOOK_AGAIN_MS)]

  return {
    /** Whether any socket subscribes to this channel, in whatever audience. */
    hasSubscribers: (channel: string) => io.sockets.adapter.rooms.has(subscribersOf(channel)),
    /** The channels to which any socket subscribes. */
    watched: () => channelsIn(io.sockets.adapter.rooms.keys()),
    /** Sends one live message once to every socket in any of the audiences. */
    send<E extends LiveEvent>(audiences: string | string[], channel: string, event: E, data: LiveMessages[E]): void {
      io.to(audiences).emit(event, { channel, data })
    },
    count: () => sessions.size,
    /** @returns the opened port. @throws the socket's error. */
    listen: (port: number, host: string) =>
      listenOn(http, { port, host }, (error) => log.error({ err: error }, 'the port of live values failed')),
    async close(): Promise<void> {
      timers.forEach(clearInterval)
      for (const socket of sessions.keys()) cutOff(socket)
      await endConnections(() => io.close())
    },
  }
}

export type SocketServer = ReturnType<typeof createSocketServer>

function channelNameOf(payload: unknown): string {
  const name = keyOf(payload, 'channel')
  return typeof name === 'string' ? name : ''
}

function keyOf(payload: unknown, key: string): unknown {
  return typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>)[key] : undefined
}

function respond(answer: unknown, reply: SubscribeReply): void {
  if (typeof answer === 'function') (answer as (reply: SubscribeReply) => void)(reply)
}
