import type { Socket } from 'node:net'
import type { IPublishPacket, Packet } from 'mqtt-packet'
import { MAX_MESSAGE_BYTES } from '@dalyan/contracts/device-messages'
import type { LinkEndReason } from '../features/terminals/diagnosis/diagnosis.rules.ts'
import { NoLongerAdmitted } from './accept-message.ts'
import { CONNECT, createFrameReader, nextFrame, PUBLISH, type Frame, type UnfinishedFrames } from './mqtt-frames.ts'
import { MqttViolation, PROPERTY_BYTES, REASON } from './mqtt-properties.ts'

const FIRST_FRAME_BYTES = 4 * 1024
/** The largest payload plus its topic and packet id. */
const FRAME_BYTES = MAX_MESSAGE_BYTES + 512
/** The same by MQTT 5, where a message also has properties. */
export const FRAME_BYTES_5 = FRAME_BYTES + PROPERTY_BYTES
const FIRST_FRAME_WITHIN_MS = 10_000
/** Time limit of a frame, from its first byte on. */
const FRAME_WITHIN_MS = 30_000
/** For a terminal that asked for no keep-alive. */
export const IDLE_MS = 300_000
/** A keep-alive may be exceeded by half. */
export const SILENT_KEEP_ALIVES = 1.5
export const MOST_PENDING = 20
/** PUBACK and PUBREC, by QoS. */
const ACK_BYTES = [0, 0x40, 0x50]
/** Chunks beyond this number are joined, so that a frame that arrives byte by byte does not cost a buffer object per byte. */
const MOST_CHUNKS = 64
/** Limits of the time and the bytes for which a device may leave its data unread. */
const READ_WITHIN_MS = 15_000
const MOST_UNREAD_BYTES = 8 * 1024 * 1024

/** How the server handles the messages of a signed-in connection. */
export interface Intake {
  /** Milliseconds until the terminal may send its next message; 0: now, and the message counts against its rate. */
  wait(): number
  /** Resolves when the server can accept more; null: it can now. */
  full(): Promise<void> | null
  /**
   * Settles when the message may be acknowledged: with the acknowledgement's frame, or undefined for one that says no more than that.
   * Rejects when the connection must be closed.
   */
  take(message: IPublishPacket): Promise<Buffer | undefined>
}

/** Why reading is paused: the CONNECT is not answered yet, the device does not read, it exceeds its rate, or the server is full. */
const HOLD = { connecting: 1, unread: 2, rate: 4, full: 8 } as const
type Hold = keyof typeof HOLD

interface Needs {
  socket: Socket
  now: () => number
  unfinished: UnfinishedFrames
  /** Called with every packet except PUBLISH. The first is CONNECT; reading continues with `open`. */
  onPacket: (packet: Packet) => void
  /** @returns the frame that says why the connection is ended; null: it is ended without a word. */
  lastWords: (why: LinkEndReason, violation: MqttViolation | null) => Buffer | null
}

export type MqttConnection = ReturnType<typeof createMqttConnection>

/** Reads the packets of one device within limits of size, time and rate; acknowledges a message once it is on disk. */
export function createMqttConnection({ socket, now, unfinished, onPacket, lastWords }: Needs) {
  /** Received and unprocessed data, from the first byte of a frame on; `unreadBytes`: its size. */
  let unread: Buffer[] = []
  let unreadBytes = 0
  /** The size at which the frame is complete; 0: unknown. */
  let needed = 0
  /** When the first byte of the unfinished frame arrived; null: there is none. */
  let begunAt: number | null = null
  /** Since when the device has not read its data; null: it has read all. */
  let unsentSince: number | null = null
  let intake: Intake | null = null
  let keepAliveMs = 0
  let lastReadAt = now()
  /** The bits of `HOLD` that apply: ten thousand connections would each have a set. */
  let holds = 0
  let hasEnded = false
  let isGone = false
  let endReason: LinkEndReason | null = null
  const reader = createFrameReader()
  const acks = createOrderedAcks(send, pump)
  const held = { destroy: () => destroy('malformed', TOO_MANY_UNFINISHED) }

  function send(bytes: Buffer): void {
    if (isGone || socket.destroyed || socket.write(bytes)) return
    if (socket.writableLength > MOST_UNREAD_BYTES) return destroy('unread')
    unsentSince ??= now()
    hold('unread')
  }

  /** Sends pending data and discards received data. */
  function end(why: LinkEndReason = 'lost', last: Buffer | null = null): void {
    if (isGone) return
    endReason ??= why
    isGone = true
    forget()
    if (last) socket.end(last)
    else socket.end()
    socket.resume()
    setTimeout(() => socket.destroy(), 1_000).unref()
  }

  function destroy(why: LinkEndReason = 'lost', violation: MqttViolation | null = null): void {
    if (isGone) return
    const last = socket.destroyed ? null : lastWords(why, violation)
    if (last) return end(why, last)
    endReason ??= why
    isGone = true
    forget()
    socket.destroy()
  }

  function hold(why: Hold): void {
    holds |= HOLD[why]
    socket.pause()
  }

  function release(why: Hold): void {
    holds &= ~HOLD[why]
    // Silence while reading was paused does not count.
    lastReadAt = now()
    pump()
  }

  function pump(): void {
    const bytes = joined()
    const { at, isIncomplete } = bytes ? readFrames(bytes) : { at: 0, isIncomplete: false }
    if (isGone) return
    if (at > 0 || !isIncomplete) finishFrame()
    // The rest is copied, because a few bytes would keep the full chunk in memory.
    if (bytes && at > 0) setUnread(isIncomplete ? Buffer.from(bytes.subarray(at)) : bytes.subarray(at))
    if (isIncomplete) holdUnfinished()
    if (isGone) return
    if (hasEnded && mayRead() && acks.pending() === 0) end()
    else if (!mayRead() && unreadBytes > 0) socket.pause()
    else if (mayRead() && socket.isPaused()) socket.resume()
  }

  function mayRead(): boolean {
    return holds === 0 && acks.pending() < MOST_PENDING
  }

  /** Processes frames. @returns where the first unprocessed one begins, and whether its end is yet to arrive. */
  function readFrames(bytes: Buffer): { at: number; isIncomplete: boolean } {
    let at = 0
    needed = 0
    while (at < bytes.length && mayRead() && !isGone) {
      const frame = nextFrame(bytes, at)
      if (frame === 'more') return { at, isIncomplete: true }
      if (frame === 'malformed') destroy('malformed')
      else if (!isAllowed(frame)) destroy('malformed', intake ? TOO_LARGE : null)
      else if (frame.end > bytes.length) {
        needed = frame.end - at
        return { at, isIncomplete: true }
      } else if (handle(bytes, frame)) at = frame.end
      else break
    }
    return { at, isIncomplete: false }
  }

  function joined(): Buffer | null {
    if (unread.length > 1) unread = [Buffer.concat(unread, unreadBytes)]
    return unread[0] ?? null
  }

  function setUnread(bytes: Buffer): void {
    unread = bytes.length > 0 ? [bytes] : []
    unreadBytes = bytes.length
  }

  function forget(): void {
    setUnread(Buffer.alloc(0))
    finishFrame()
  }

  function holdUnfinished(): void {
    begunAt ??= now()
    unfinished.hold(held, unreadBytes)
  }

  function finishFrame(): void {
    if (begunAt === null) return
    begunAt = null
    unfinished.release(held)
  }

  function isAllowed({ type, bodyAt, start, end: to }: Frame): boolean {
    if (intake) return to - bodyAt <= (reader.isVersion5() ? FRAME_BYTES_5 : FRAME_BYTES)
    return type === CONNECT && to - start <= FIRST_FRAME_BYTES
  }

  /** @returns whether the frame was processed; else it is processed once reading resumes. */
  function handle(bytes: Buffer, frame: Frame): boolean {
    if (frame.type === PUBLISH && !mayPublish()) return false
    lastReadAt = now()
    const packet = reader.read(bytes, frame)
    if (packet instanceof MqttViolation) destroy('malformed', packet)
    else if (packet.cmd === 'publish') take(packet)
    else {
      if (packet.cmd === 'connect') hold('connecting')
      onPacket(packet)
    }
    return true
  }

  function mayPublish(): boolean {
    if (!intake) return true
    const full = intake.full()
    if (full) {
      hold('full')
      void full.then(() => release('full'))
      return false
    }
    const waitMs = intake.wait()
    if (waitMs === 0) return true
    hold('rate')
    setTimeout(() => release('rate'), waitMs)
    return false
  }

  function take(message: IPublishPacket): void {
    // By MQTT 5 the intake refuses it with a reason.
    const isTooLarge = message.payload.length > MAX_MESSAGE_BYTES && !reader.isVersion5()
    if (!intake || isTooLarge) return destroy('malformed')
    const done = acks.expect(message.qos, message.messageId ?? 0)
    intake.take(message).then(done, destroyAfter)
  }

  function destroyAfter(error: unknown): void {
    destroy(error instanceof NoLongerAdmitted ? 'refused' : 'not_stored')
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
  socket.on('drain', () => {
    unsentSince = null
    release('unread')
  })
  socket.on('error', () => undefined)
  socket.on('close', () => destroy('lost'))

  return {
    /** Accepts the CONNECT: from now on messages go to the intake. `keepAlive` in milliseconds; 0: none requested. */
    open(to: Intake, keepAlive: number): void {
      intake = to
      keepAliveMs = keepAlive
      release('connecting')
    },
    send,
    end,
    /** Disconnects a device that is silent or takes too long for one frame; called periodically. */
    check(): void {
      const silentMs = now() - lastReadAt
      if (!intake && !isGone && silentMs > FIRST_FRAME_WITHIN_MS) destroy('timeout')
      if (intake && mayRead() && silentMs > (keepAliveMs > 0 ? keepAliveMs * SILENT_KEEP_ALIVES : IDLE_MS))
        destroy('timeout')
      if (begunAt !== null && now() - begunAt > FRAME_WITHIN_MS) destroy('timeout')
      if (unsentSince !== null && now() - unsentSince > READ_WITHIN_MS) destroy('unread')
    },
    destroy,
    isVersion5: reader.isVersion5,
    /** Why the connection ended; the first reason counts. */
    endReason: (): LinkEndReason => endReason ?? 'lost',
  }
}

const TOO_MANY_UNFINISHED = new MqttViolation(REASON.server_busy, 'too many packets of all devices are incomplete')
const TOO_LARGE = new MqttViolation(REASON.packet_too_large, `a packet has at most ${FRAME_BYTES_5} bytes`)

interface PendingAck {
  /** 1: PUBACK, 2: PUBREC, 0: none. */
  qos: number
  packetId: number
  /** Where it is not the plain one, which is made when it is sent: thousands may wait. */
  frame: Buffer | undefined
  isDone: boolean
}

const ackOf = ({ qos, packetId, frame }: PendingAck): Buffer | readonly [] =>
  qos === 0 ? [] : (frame ?? Buffer.from([ACK_BYTES[qos] ?? 0, 2, packetId >> 8, packetId & 255]))

/**
 * Sends the acknowledgements of one connection in the order in which the messages arrived (MQTT-4.6.0-2 and -3).
 * @param write sends frames; @param onSettled is called when messages left the queue.
 */
export function createOrderedAcks(write: (frames: Buffer) => void, onSettled: () => void) {
  const queue: PendingAck[] = []
  let isDue = false

  function send(): void {
    isDue = false
    const waiting = queue.findIndex(({ isDone }) => !isDone)
    const settled = queue.splice(0, waiting < 0 ? queue.length : waiting)
    const frames = settled.flatMap(ackOf)
    if (frames.length > 0) write(Buffer.concat(frames))
    onSettled()
  }

  return {
    /**
     * Registers a message; the returned function must be called when it is on disk, with the frame of the acknowledgement where it is not the
     * plain one. QoS 0 keeps its position but is not acknowledged.
     */
    expect(qos: number, packetId: number): (frame?: Buffer) => void {
      const entry: PendingAck = { qos, packetId, frame: undefined, isDone: false }
      queue.push(entry)
      return (frame) => {
        entry.frame = frame
        entry.isDone = true
        if (isDue || !queue[0]?.isDone) return
        isDue = true
        // Sent after the full batch is settled, so that a connection gets all its acknowledgements in one write.
        setImmediate(send)
      }
    },
    /** Messages that are not on disk yet. */
    pending: () => queue.length,
  }
}
