import type { Socket } from 'node:net'
import type { IPublishPacket, Packet } from 'mqtt-packet'
import { MAX_MESSAGE_BYTES } from '@dalyan/contracts/device-messages'
import { CONNECT, createFrameReader, nextFrame, PUBLISH, type Frame } from './mqtt-frames.ts'
import { createOrderedAcks } from './ordered-acks.ts'
import type { UnfinishedFrames } from './unfinished-frames.ts'

const FIRST_FRAME_BYTES = 4 * 1024
/** The largest payload plus its topic and packet id. */
const FRAME_BYTES = MAX_MESSAGE_BYTES + 512
const FIRST_FRAME_WITHIN_MS = 10_000
/** Time limit of a frame, from its first byte on. */
const FRAME_WITHIN_MS = 30_000
/** For a terminal that asked for no keep-alive. */
const IDLE_MS = 300_000
const MOST_PENDING = 20
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
  /** Settles when the message may be acknowledged; rejects when the connection must be closed. */
  take(message: IPublishPacket): Promise<unknown>
}

/** Why reading is paused: the CONNECT is not answered yet, the device does not read, it exceeds its rate, or the server is full. */
type Hold = 'connecting' | 'unread' | 'rate' | 'full'

interface Needs {
  socket: Socket
  now: () => number
  unfinished: UnfinishedFrames
  /** Called with every packet except PUBLISH. The first is CONNECT; reading continues with `open`. */
  onPacket: (packet: Packet) => void
}

/** Reads the packets of one device within limits of size, time and rate; acknowledges a message once it is on disk. */
export interface MqttConnection {
  /** Accepts the CONNECT: from now on messages go to the intake. `keepAliveMs` 0: none requested. */
  open(intake: Intake, keepAliveMs: number): void
  send(frame: Buffer): void
  /** Sends pending data and discards received data. */
  end(): void
  /** Disconnects a device that is silent or takes too long for one frame; called periodically. */
  check(): void
  destroy(): void
}

export function createMqttConnection({ socket, now, unfinished, onPacket }: Needs): MqttConnection {
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
  const holds = new Set<Hold>()
  let hasEnded = false
  let isGone = false
  const readFrame = createFrameReader()
  const acks = createOrderedAcks(send, pump)

  function send(bytes: Buffer): void {
    if (isGone || socket.destroyed || socket.write(bytes)) return
    if (socket.writableLength > MOST_UNREAD_BYTES) return destroy()
    unsentSince ??= now()
    hold('unread')
  }

  function end(): void {
    if (isGone) return
    isGone = true
    forget()
    socket.end()
    socket.resume()
    setTimeout(() => socket.destroy(), 1_000).unref()
  }

  function destroy(): void {
    isGone = true
    forget()
    socket.destroy()
  }

  function hold(why: Hold): void {
    holds.add(why)
    socket.pause()
  }

  function release(why: Hold): void {
    holds.delete(why)
    // Silence while reading was paused does not count.
    lastReadAt = now()
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
    // The rest is copied, because a few bytes would keep the full chunk in memory.
    if (bytes && at > 0) setUnread(isUnfinished ? Buffer.from(bytes.subarray(at)) : bytes.subarray(at))
    if (isUnfinished) holdUnfinished()
    if (isGone) return
    const isBusy = holds.size > 0 || acks.pending() >= MOST_PENDING
    if (hasEnded && !isBusy && acks.pending() === 0) end()
    else if (isBusy && unreadBytes > 0) socket.pause()
    else if (!isBusy && socket.isPaused()) socket.resume()
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
    unfinished.hold(connection, unreadBytes)
  }

  function finishFrame(): void {
    if (begunAt === null) return
    begunAt = null
    unfinished.release(connection)
  }

  function isAllowed({ type, bodyAt, start, end: to }: Frame): boolean {
    if (intake) return to - bodyAt <= FRAME_BYTES
    return type === CONNECT && to - start <= FIRST_FRAME_BYTES
  }

  /** @returns whether the frame was processed; else it is processed once reading resumes. */
  function handle(bytes: Buffer, frame: Frame): boolean {
    if (frame.type === PUBLISH && !mayPublish()) return false
    lastReadAt = now()
    const packet = readFrame(bytes, frame)
    if (!packet) destroy()
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
    if (!intake || message.payload.length > MAX_MESSAGE_BYTES) return destroy()
    const done = acks.expect(message.qos, message.messageId ?? 0)
    intake.take(message).then(done, destroy)
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
  socket.on('close', destroy)

  const connection: MqttConnection = {
    open(to, keepAlive) {
      intake = to
      keepAliveMs = keepAlive
      release('connecting')
    },
    send,
    end,
    check() {
      const silentMs = now() - lastReadAt
      if (!intake && !isGone && silentMs > FIRST_FRAME_WITHIN_MS) destroy()
      const isOurs = holds.size > 0 || acks.pending() >= MOST_PENDING
      if (intake && !isOurs && silentMs > (keepAliveMs > 0 ? keepAliveMs * 1.5 : IDLE_MS)) destroy()
      if (begunAt !== null && now() - begunAt > FRAME_WITHIN_MS) destroy()
      if (unsentSince !== null && now() - unsentSince > READ_WITHIN_MS) destroy()
    },
    destroy,
  }
  return connection
}
