import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { MAX_MESSAGE_BYTES } from '@dalyan/contracts/device-messages'
import {
  CONNECT,
  hasCleanTexts,
  isTopicName,
  nextFrame,
  PUBLISH,
  readPublish,
  type Frame,
  type Publish,
} from './mqtt-frames.ts'
import { createOrderedAcks } from './ordered-acks.ts'
import type { UnfinishedFrames } from './unfinished-frames.ts'

const FIRST_FRAME_BYTES = 4 * 1024
/** The largest payload, with its topic and packet id. */
const FRAME_BYTES = MAX_MESSAGE_BYTES + 512
const FIRST_FRAME_WITHIN_MS = 10_000
/** From its first byte on. */
const FRAME_WITHIN_MS = 30_000
/** Of a terminal that asked for no keep-alive. */
const IDLE_MS = 300_000
const MOST_PENDING = 20
/** Chunks are joined beyond so many: a frame that comes byte by byte must not cost a buffer object for each. */
const MOST_CHUNKS = 64
const QOS_2 = 2

/** What the server does with the messages of one connection that is signed in. */
export interface Intake {
  /** Milliseconds until the terminal may send its next message; 0: now. Taking is counted. */
  wait(): number
  /** Waits until the server can take more; null: it can. */
  room(): Promise<void> | null
  /** Settles when the message may be acknowledged; rejects when the connection has to go. */
  take(topic: Buffer, payload: Buffer): Promise<unknown>
}

/** Why nothing is read: a CONNECT is with the broker; the broker is busy; the terminal is over its rate; the server is full. */
type Hold = 'connecting' | 'broker' | 'rate' | 'room'

interface Needs {
  socket: Socket
  now: () => number
  unfinished: UnfinishedFrames
}

/** Stands between a socket and the broker: nothing reaches the broker that it would choke on, and no message is acknowledged before it is on disk. */
export interface MqttGuard {
  /** What the broker talks to. */
  stream: Duplex
  /** The CONNECT was accepted: messages go to the intake from now on. `keepAliveMs` 0: none asked for. */
  open(intake: Intake, keepAliveMs: number): void
  /** Cuts a peer that is silent, or takes for one frame, too long; called now and then. */
  check(): void
  destroy(): void
}

/**
 * PUBLISH of QoS 0 and 1 is taken here and never reaches the broker, which would acknowledge before it delivers; the rest (CONNECT,
 * SUBSCRIBE, PINGREQ, QoS 2) goes on to it, frame by frame, looked over.
 */
export function createMqttGuard({ socket, now, unfinished }: Needs): MqttGuard {
  /** What was received and not taken yet, from the first byte of a frame on; `unreadBytes`: how many they are. */
  let unread: Buffer[] = []
  let unreadBytes = 0
  /** So many bytes it has to be before the frame is complete; 0: not known. */
  let needed = 0
  /** When the first byte of an unfinished frame came; null: there is none. */
  let begunAt: number | null = null
  let intake: Intake | null = null
  let keepAliveMs = 0
  let heardAt = now()
  const holds = new Set<Hold>()
  let hasEnded = false
  let isGone = false
  const acks = createOrderedAcks(send, pump)

  const stream = new Duplex({
    read() {
      if (holds.has('broker')) release('broker')
    },
    write(chunk: Buffer, _encoding, done) {
      if (send(chunk)) done()
      else socket.once('drain', () => done())
    },
    writev(chunks, done) {
      const room = send(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)))
      if (room) done()
      else socket.once('drain', () => done())
    },
    destroy(error, done) {
      end()
      done(error)
    },
  })
  stream.on('error', () => undefined)

  function send(bytes: Buffer): boolean {
    return isGone || socket.destroyed ? true : socket.write(bytes)
  }

  /** What was written still goes out; what comes in is thrown away. */
  function end(): void {
    if (isGone) return
    isGone = true
    keep(null)
    socket.end()
    socket.resume()
    setTimeout(() => socket.destroy(), 1_000).unref()
  }

  function destroy(): void {
    isGone = true
    keep(null)
    socket.destroy()
    stream.destroy()
  }

  function hold(why: Hold): void {
    holds.add(why)
    socket.pause()
  }

  function release(why: Hold): void {
    holds.delete(why)
    // Silence while we were not reading was ours.
    heardAt = now()
    pump()
  }

  function pump(): void {
    const bytes = joined()
    let at = 0
    let isUnfinished = false
    while (bytes && at < bytes.length && holds.size === 0 && !isGone && acks.pending() < MOST_PENDING) {
      const frame = nextFrame(bytes, at)
      if (frame === 'malformed' || (frame !== 'more' && !isAllowed(frame))) return destroy()
      isUnfinished = frame === 'more' || frame.end > bytes.length
      needed = isUnfinished && frame !== 'more' ? frame.end - at : 0
      if (frame === 'more' || isUnfinished || !handle(bytes, frame)) break
      at = frame.end
    }
    if (isGone) return
    if (at > 0 || !isUnfinished) finishFrame()
    // A copy of what is left: else the whole chunk stays for a few bytes of it.
    if (bytes && at > 0) keep(isUnfinished ? Buffer.from(bytes.subarray(at)) : bytes.subarray(at))
    if (isUnfinished) holdUnfinished()
    if (isGone) return
    const isBusy = holds.size > 0 || acks.pending() >= MOST_PENDING
    if (hasEnded && !isBusy && acks.pending() === 0) endStream()
    else if (isBusy && unreadBytes > 0) socket.pause()
    else if (!isBusy && socket.isPaused()) socket.resume()
  }

  function joined(): Buffer | null {
    if (unread.length > 1) unread = [Buffer.concat(unread, unreadBytes)]
    return unread[0] ?? null
  }

  function keep(bytes: Buffer | null): void {
    unread = bytes && bytes.length > 0 ? [bytes] : []
    unreadBytes = bytes?.length ?? 0
    if (unreadBytes === 0) finishFrame()
  }

  function holdUnfinished(): void {
    begunAt ??= now()
    unfinished.hold(guard, unreadBytes)
  }

  function finishFrame(): void {
    if (begunAt === null) return
    begunAt = null
    unfinished.release(guard)
  }

  function endStream(): void {
    if (!stream.readableEnded && !stream.destroyed) stream.push(null)
    hasEnded = false
  }

  function isAllowed({ type, bodyAt, start, end: to }: Frame): boolean {
    if (intake) return to - bodyAt <= FRAME_BYTES
    return type === CONNECT && to - start <= FIRST_FRAME_BYTES
  }

  /** @returns whether the frame was taken; else it is looked at again once the hold is over. */
  function handle(bytes: Buffer, frame: Frame): boolean {
    if (frame.type === PUBLISH) {
      if (!mayPublish()) return false
      const publish = readPublish(bytes, frame)
      if (!publish || publish.payload.length > MAX_MESSAGE_BYTES) {
        destroy()
        return true
      }
      heardAt = now()
      if (publish.qos < QOS_2) {
        take(publish)
        return true
      }
      if (!isTopicName(publish.topic)) {
        destroy()
        return true
      }
    }
    heardAt = now()
    if (!hasCleanTexts(bytes, frame)) {
      destroy()
      return true
    }
    if (frame.type === CONNECT && !intake) hold('connecting')
    // A copy: the broker keeps it, and the rest of the chunk with it.
    if (!stream.push(Buffer.from(bytes.subarray(frame.start, frame.end)))) hold('broker')
    return true
  }

  function mayPublish(): boolean {
    if (!intake) return true
    const full = intake.room()
    if (full) {
      hold('room')
      void full.then(() => release('room'))
      return false
    }
    const waitMs = intake.wait()
    if (waitMs === 0) return true
    hold('rate')
    setTimeout(() => release('rate'), waitMs)
    return false
  }

  function take({ topic, payload, packetId }: Publish): void {
    if (!intake || !isTopicName(topic)) return destroy()
    const done = acks.expect(packetId)
    intake.take(topic, payload).then(done, destroy)
  }

  socket.on('data', (chunk) => {
    if (isGone) return
    unread.push(chunk)
    unreadBytes += chunk.length
    if (begunAt === null || unreadBytes >= needed) return pump()
    if (unread.length > MOST_CHUNKS) joined()
    holdUnfinished()
  })
  socket.on('end', () => {
    hasEnded = true
    pump()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isGone = true
    keep(null)
    stream.destroy()
  })

  const guard: MqttGuard = {
    stream,
    open(to, keepAlive) {
      intake = to
      keepAliveMs = keepAlive
      release('connecting')
    },
    check() {
      const silentMs = now() - heardAt
      if (!intake && !isGone && silentMs > FIRST_FRAME_WITHIN_MS) destroy()
      const isOurs = holds.size > 0 || acks.pending() >= MOST_PENDING
      if (intake && !isOurs && silentMs > (keepAliveMs > 0 ? keepAliveMs * 1.5 : IDLE_MS)) destroy()
      if (begunAt !== null && now() - begunAt > FRAME_WITHIN_MS) destroy()
    },
    destroy,
  }
  return guard
}
