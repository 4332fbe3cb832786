import type {
  IdleLockTurned,
  LiveEnvelope,
  LiveEvent,
  LiveMessages,
  SocketRefusal,
  SocketSignIn,
} from '@dalyan/contracts/live-messages'
import type { QueryClient } from '@tanstack/react-query'
import { type Socket, io } from 'socket.io-client'
import { checkSession } from '../features/auth/auth.queries.ts'
import { debugLog } from '../shared/api/debug-log.ts'
import { isIdleLocked, onIdleLock } from '../shared/session/idle-lock.ts'
import { catchUp, liveMessages } from './apply-live-messages.ts'
import { setSocketState } from './connection-state.ts'
import { createSubscriptions } from './subscriptions.ts'

/** All that the server sends; a new one that is not listed here is a fault of types. */
const EVENTS: Record<LiveEvent, true> = {
  measurement: true,
  alarm: true,
  tank: true,
  iot: true,
  log: true,
  stats: true,
  notification: true,
}

const LOST_AFTER_MS = 5_000
const RETURN_AFTER_MS = 2_000
const POLL_EVERY_MS = 10_000
/** Half of the second that a tile may change in, so that a value is on screen within a second of its publishing. */
const PAINT_EVERY_MS = 500

type Listener<E extends LiveEvent> = (data: LiveMessages[E]) => void

export interface LiveConnection {
  want(channel: string): () => void
  /** Hears every message of an event on a channel, before it is painted. */
  on<E extends LiveEvent>(channel: string, event: E, listener: Listener<E>): () => void
  close(): void
}

/** The socket's address: the page's own host, at the port that the server wrote into the page. */
function socketAddress(): string {
  const port = document.querySelector<HTMLMetaElement>('meta[name=dalyan-socket-port]')?.content ?? ''
  return `${location.protocol}//${location.hostname}:${/^\d+$/.test(port) ? port : '6001'}`
}

/**
 * One socket for the whole page: subscribes again after each connect, brings messages into the cache,
 * and asks every 10 s for what it cannot hear after 5 s without a connection.
 */
export function connectLive(cache: QueryClient, getToken: () => string | null): LiveConnection {
  const socket: Socket = io(socketAddress(), {
    transports: ['websocket', 'polling'],
    withCredentials: true,
    auth: (give) => give({ token: getToken(), idle_lock: isIdleLocked() } satisfies SocketSignIn),
    reconnectionDelayMax: 5_000,
  })
  const subscriptions = createSubscriptions(socket, (channel) => catchUp(cache, channel))
  const polling = pollWhileLost(cache)

  let returning: ReturnType<typeof setTimeout> | undefined
  function comeBackSoon(): void {
    clearTimeout(returning)
    returning = setTimeout(() => socket.connect(), RETURN_AFTER_MS)
  }

  socket.on('connect', () => {
    debugLog('socket', 'connected')
    polling.stop()
    setSocketState('live')
    subscriptions.subscribeAll()
  })
  socket.on('disconnect', (reason) => {
    debugLog('socket', reason)
    polling.startSoon()
    // The server closed it on purpose (an ended session, a client too slow): socket.io does not come back by itself.
    if (reason === 'io server disconnect') comeBackSoon()
  })
  socket.on('connect_error', (error) => {
    // Refused at the sign-in (the server's database away, a token just replaced): socket.io gives up then, the page does not.
    if (!socket.active) comeBackSoon()
    if (error.message === ('unauthenticated' satisfies SocketRefusal)) void checkSession(cache)
  })
  const stopIdleLock = tellIdleLock(socket)
  polling.startSoon()

  const heard = new Map<string, Set<(data: never) => void>>()
  const paint = paintReadings((readings) => liveMessages.measurement?.(cache, readings))

  function listen<E extends LiveEvent>(event: E): void {
    socket.on(event as string, ({ channel, data }: LiveEnvelope<E>) => {
      for (const listener of heard.get(`${channel} ${event}`) ?? []) (listener as Listener<E>)(data)
      if (event === 'measurement') paint.add(data as LiveMessages['measurement'])
      else (liveMessages[event] as ((cache: QueryClient, data: LiveMessages[E]) => void) | undefined)?.(cache, data)
    })
  }
  for (const event of Object.keys(EVENTS) as LiveEvent[]) listen(event)

  return {
    want: subscriptions.want,
    on(channel, event, listener) {
      const key = `${channel} ${event}`
      const listeners = heard.get(key) ?? new Set()
      heard.set(key, listeners.add(listener))
      return () => {
        listeners.delete(listener)
      }
    },
    close() {
      clearTimeout(returning)
      polling.stop()
      paint.stop()
      stopIdleLock()
      socket.off()
      socket.disconnect()
      setSocketState('connecting')
    },
  }
}

/** While the lock is on the server counts the open socket as use of the token; a sign-in says how it stands by itself. */
function tellIdleLock(socket: Socket): () => void {
  let told = isIdleLocked()
  return onIdleLock(() => {
    const locked = isIdleLocked()
    if (locked !== told && socket.connected) socket.emit('idle-lock', { locked } satisfies IdleLockTurned)
    told = locked
  })
}

function pollWhileLost(cache: QueryClient) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let repeating: ReturnType<typeof setInterval> | undefined

  function ask(): void {
    void cache.refetchQueries({ type: 'active', predicate: (query) => query.meta?.live === true })
  }
  return {
    startSoon() {
      if (waiting !== undefined || repeating !== undefined) return
      waiting = setTimeout(() => {
        waiting = undefined
        setSocketState('polling')
        ask()
        repeating = setInterval(ask, POLL_EVERY_MS)
      }, LOST_AFTER_MS)
    },
    stop() {
      clearTimeout(waiting)
      clearInterval(repeating)
      waiting = repeating = undefined
    },
  }
}

/** Gathers readings and paints them together: the first at once, then at most every half second. */
function paintReadings(paint: (readings: LiveMessages['measurement']) => void) {
  let gathered: LiveMessages['measurement'] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    timer = undefined
    if (gathered.length === 0) return
    const readings = gathered
    gathered = []
    timer = setTimeout(flush, PAINT_EVERY_MS)
    paint(readings)
  }
  return {
    add(readings: LiveMessages['measurement']) {
      gathered = gathered.concat(readings)
      if (timer === undefined) flush()
    },
    stop() {
      clearTimeout(timer)
      gathered = []
    },
  }
}
