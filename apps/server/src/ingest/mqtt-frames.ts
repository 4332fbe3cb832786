import { isUtf8 } from 'node:buffer'

export const CONNECT = 1
export const PUBLISH = 3
const SUBSCRIBE = 8
const UNSUBSCRIBE = 10

/** Where a frame lies in what was received; `bodyAt` is behind the fixed header. */
export interface Frame {
  type: number
  /** The low four bits of the first byte. */
  flags: number
  start: number
  bodyAt: number
  end: number
}

/**
 * Looks at the next frame. Reads lengths only, so that a frame that is too large is known before its bytes are kept.
 * @returns the frame (whose `end` may lie beyond what is there), `more` while its length is not known, `malformed`.
 */
export function nextFrame(bytes: Buffer, start: number): Frame | 'more' | 'malformed' {
  const first = bytes[start]
  if (first === undefined) return 'more'
  let length = 0
  for (let i = 0; i < 4; i += 1) {
    const byte = bytes[start + 1 + i]
    if (byte === undefined) return 'more'
    length += (byte & 127) * 128 ** i
    if (byte < 128) {
      const bodyAt = start + 2 + i
      return { type: first >> 4, flags: first & 15, start, bodyAt, end: bodyAt + length }
    }
  }
  return 'malformed'
}

/** A PUBLISH, taken apart; `packetId` is 0 for QoS 0. */
export interface Publish {
  topic: Buffer
  qos: number
  packetId: number
  payload: Buffer
}

/** @returns null when the frame is not as MQTT wants it: it ends too early, QoS 3, packet id 0, or a topic with wildcards. */
export function readPublish(bytes: Buffer, { flags, bodyAt, end }: Frame): Publish | null {
  const qos = (flags >> 1) & 3
  if (qos === 3 || bodyAt + 2 > end) return null
  const topicEnd = bodyAt + 2 + bytes.readUInt16BE(bodyAt)
  const payloadAt = topicEnd + (qos > 0 ? 2 : 0)
  if (payloadAt > end || topicEnd === bodyAt + 2) return null
  const packetId = qos > 0 ? bytes.readUInt16BE(topicEnd) : 0
  if (qos > 0 && packetId === 0) return null
  return {
    topic: bytes.subarray(bodyAt + 2, topicEnd),
    qos,
    packetId,
    payload: bytes.subarray(payloadAt, end),
  }
}

/** Text as MQTT allows it: well-formed UTF-8 (which excludes half characters) without NUL. */
export function isCleanText(text: Buffer): boolean {
  return isUtf8(text) && !text.includes(0)
}

export function isTopicName(topic: Buffer): boolean {
  return isCleanText(topic) && !topic.includes(0x23) && !topic.includes(0x2b)
}

/** Whether every text of a CONNECT, SUBSCRIBE or UNSUBSCRIBE is clean and the frame ends where it says; other frames have none. */
export function hasCleanTexts(bytes: Buffer, { type, bodyAt, end }: Frame): boolean {
  const body = bytes.subarray(bodyAt, end)
  if (type === CONNECT) return isCleanConnect(body)
  if (type === SUBSCRIBE) return areFilters(body, 1)
  return type !== UNSUBSCRIBE || areFilters(body, 0)
}

const USER_NAME = 0x80
const PASSWORD = 0x40
const WILL = 0x04

function isCleanConnect(body: Buffer): boolean {
  const protocol = textAt(body, 0)
  const flags = body[(protocol?.end ?? 0) + 1]
  if (!protocol || flags === undefined) return false
  // MQTT 5 has properties here; the broker answers that it does not speak it.
  if ((body[protocol.end] ?? 0) > 4) return true
  const parts: ('text' | 'bytes')[] = ['text']
  if (flags & WILL) parts.push('text', 'bytes')
  if (flags & USER_NAME) parts.push('text')
  if (flags & PASSWORD) parts.push('bytes')
  let at = protocol.end + 4
  for (const part of parts) {
    const found = textAt(body, at)
    if (!found || (part === 'text' && !isCleanText(found.text))) return false
    at = found.end
  }
  return at === body.length
}

function areFilters(body: Buffer, bytesBehind: number): boolean {
  let at = 2
  if (body.length <= at) return false
  while (at < body.length) {
    const filter = textAt(body, at)
    if (!filter || filter.text.length === 0 || !isCleanText(filter.text)) return false
    at = filter.end + bytesBehind
  }
  return at === body.length
}

function textAt(body: Buffer, at: number): { text: Buffer; end: number } | null {
  if (at + 2 > body.length) return null
  const end = at + 2 + body.readUInt16BE(at)
  return end > body.length ? null : { text: body.subarray(at + 2, end), end }
}
