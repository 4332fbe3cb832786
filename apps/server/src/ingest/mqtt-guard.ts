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

const FIRST_FRAME_BYTES = 4 * 1024
/** The largest payload, with its topic and packet id. */
const FRAME_BYTES = MAX_MESSAGE_BYTES + 512
const FIRST_FRAME_WITHIN_MS = 10_000
const MOST_PENDING = 20
const QOS_2 = 2

/** What the door does with the messages of one connection that is logged in. */
export interface Intake {
  /** Milliseconds until the terminal may send its next message; 0: now. Taking is counted. */
  wait(): number
  /** Waits for room in the whole door; null: there is room. */
  room(): Promise<void> | null
  /** Settles when the message may be acknowledged; rejects when the connection has to go. */
  take(topic: Buffer, payload: Buffer): Promise<unknown>
}

/** Why nothing is read: a CONNECT is with the broker; the broker is busy; the terminal is over its rate; the door is full. */
type Hold = 'connecting' | 'broker' | 'rate' | 'room'

interface Needs {
  socket: Socket
  now: () => number
}

/** Stands between a socket and the broker: nothing reaches the broker that it would choke on, and no message is acknowledged before it is on disk. */
export interface MqttGuard {
  /** What the broker talks to. */
  stream: Duplex
  /** The CONNECT was accepted: messages go to the intake from now on. `keepAliveMs` 0: none asked for. */
  open(intake: Intake, keepAliveMs: number): void
  /** Cuts a peer that is silent for too long; called now and then. */
  check(): void
  destroy(): void
}

/**
 * PUBLISH of QoS 0 and 1 is taken here and never reaches the broker, which would acknowledge before it delivers; the rest (CONNECT,
 * SUBSCRIBE, PINGREQ, QoS 2) goes on to it, frame by frame, looked over.
 */
export function createMqttGuard({ socket, now }: Needs): MqttGuard {
  let rest: Buffer | null = null
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
    rest = null
    socket.end()
    socket.resume()
    setTimeout(() => socket.destroy(), 1_000).unref()
  }

  function destroy(): void {
    isGone = true
    rest = null
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
    let at = 0
    while (rest && holds.size === 0 && !isGone && acks.pending() < MOST_PENDING) {
      const frame = nextFrame(rest, at)
      if (frame === 'more') break
      if (frame === 'malformed' || !isAllowed(frame)) return destroy()
      if (frame.end > rest.length || !handle(rest, frame)) break
      at = frame.end
    }
    if (isGone) return
    if (rest && at > 0) rest = at < rest.length ? rest.subarray(at) : null
    const isBusy = holds.size > 0 || acks.pending() >= MOST_PENDING
    if (hasEnded && !isBusy && acks.pending() === 0) endStream()
    else if (isBusy && rest) socket.pause()
    else if (!isBusy && socket.isPaused()) socket.resume()
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
    rest = rest ? Buffer.concat([rest, chunk]) : chunk
    pump()
  })
  socket.on('end', () => {
    hasEnded = true
    pump()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isGone = true
    rest = null
    stream.destroy()
  })

  return {
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
      if (intake && keepAliveMs > 0 && !isOurs && silentMs > keepAliveMs * 1.5) destroy()
    },
    destroy,
  }
}
