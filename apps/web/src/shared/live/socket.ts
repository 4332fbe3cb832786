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
import { debugLog } from '../api/debug-log.ts'
import { sessionToken } from '../api/session-token.ts'
import { subscribers } from '../browser/subscribers.ts'
import { setSocketState } from './connection-state.ts'
import { createSubscriptions, type OnSubscribed } from './subscriptions.ts'

const LOST_AFTER_MS = 5_000
const RETURN_AFTER_MS = 2_000
const POLL_EVERY_MS = 10_000
/** Half of the second in which a tile may change, so that a value is on screen within a second of its publishing. */
const PAINT_EVERY_MS = 500

/** What each live message changes in the query cache; null: only the components that subscribe to it read it. */
export type LiveHandlers = {
  [E in LiveEvent]: ((cache: QueryClient, data: LiveMessages[E]) => void) | null
}

interface LiveOptions {
  /** While the idle lock is on, the server counts the open socket as use of the token. */
  idleLock: { isOn: () => boolean; onChange: (callback: () => void) => () => void }
  handlers: LiveHandlers
  onSubscribed: OnSubscribed
  /** Runs when the server refuses the token. */
  onUnauthenticated: () => void
}

export interface LiveConnection {
  /** Subscribes to a channel until the returned function is called. */
  subscribe(channel: string): () => void
  /** Passes on every message of an event on a channel, before it is painted, until the returned function is called. */
  onMessage<E extends LiveEvent>(channel: string, event: E, callback: (data: LiveMessages[E]) => void): () => void
  close(): void
}

/** The socket's address: the page's own host, at the port that the server wrote into the page. */
function socketAddress(): string {
  const port = document.querySelector<HTMLMetaElement>('meta[name=dalyan-socket-port]')?.content ?? ''
  return `${location.protocol}//${location.hostname}:${/^\d+$/.test(port) ? port : '6001'}`
}

/**
 * Opens the page's one socket: subscribes again after each connect, hands messages to their handlers,
 * and polls every 10 s after 5 s without a connection.
 */
export function connectLive(cache: QueryClient, options: LiveOptions): LiveConnection {
  const { idleLock, handlers } = options
  const socket: Socket = io(socketAddress(), {
    transports: ['websocket', 'polling'],
    withCredentials: true,
    auth: (give) => give({ token: sessionToken.get(), idle_lock: idleLock.isOn() } satisfies SocketSignIn),
    reconnectionDelayMax: 5_000,
  })
  const subscriptions = createSubscriptions(socket, options.onSubscribed)
  const polling = pollWhileLost(cache)

  let returning: ReturnType<typeof setTimeout> | undefined
  function reconnectSoon(): void {
    clearTimeout(returning)
    returning = setTimeout(() => socket.connect(), RETURN_AFTER_MS)
  }

  socket.on('connect', () => {
    debugLog('socket', 'connected')
    polling.stop()
    setSocketState('live')
    subscriptions.resubscribe()
  })
  socket.on('disconnect', (reason) => {
    debugLog('socket', reason)
    polling.startSoon()
    // The server closed the socket on purpose (session ended, client too slow): socket.io does not reconnect by itself.
    if (reason === 'io server disconnect') reconnectSoon()
  })
  socket.on('connect_error', (error) => {
    // The server refused the sign-in (database unavailable, token just replaced): socket.io gives up, so the page tries again.
    if (!socket.active) reconnectSoon()
    if (error.message === ('unauthenticated' satisfies SocketRefusal)) options.onUnauthenticated()
  })
  const stopIdleLock = sendIdleLock(socket, idleLock)
  polling.startSoon()

  const messages = subscribers<[channel: string, event: LiveEvent, data: unknown]>()
  const paint = paintReadings((readings) => handlers.measurement?.(cache, readings))

  function receive<E extends LiveEvent>(event: E): void {
    socket.on(event as string, ({ channel, data }: LiveEnvelope<E>) => {
      messages.notify(channel, event, data)
      if (event === 'measurement') paint.add(data as LiveMessages['measurement'])
      else (handlers[event] as ((cache: QueryClient, data: LiveMessages[E]) => void) | null)?.(cache, data)
    })
  }
  for (const event of Object.keys(handlers) as LiveEvent[]) receive(event)

  return {
    subscribe: subscriptions.subscribe,
    onMessage(channel, event, callback) {
      return messages.subscribe((sentOn, sent, data) => {
        if (sentOn === channel && sent === event) callback(data as never)
      })
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

/** Sends a change of the idle lock; a new sign-in carries the lock by itself. */
function sendIdleLock(socket: Socket, { isOn, onChange }: LiveOptions['idleLock']): () => void {
  let sent = isOn()
  return onChange(() => {
    const locked = isOn()
    if (locked !== sent && socket.connected) socket.emit('idle-lock', { locked } satisfies IdleLockTurned)
    sent = locked
  })
}

function pollWhileLost(cache: QueryClient) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let repeating: ReturnType<typeof setInterval> | undefined

  function poll(): void {
    void cache.refetchQueries({ type: 'active', predicate: (query) => query.meta?.live === true })
  }
  return {
    startSoon() {
      if (waiting !== undefined || repeating !== undefined) return
      waiting = setTimeout(() => {
        waiting = undefined
        setSocketState('polling')
        poll()
        repeating = setInterval(poll, POLL_EVERY_MS)
      }, LOST_AFTER_MS)
    },
    stop() {
      clearTimeout(waiting)
      clearInterval(repeating)
      waiting = repeating = undefined
    },
  }
}

/** Collects readings and paints them together: the first at once, then at most every half second. */
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
