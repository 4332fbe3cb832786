/**
 * The few MQTT 3.1.1 frames that a load generator needs, built without a client library, which would cost several times as much, so that the
 * generator does not outweigh the server it measures.
 */
export const CONNACK = 2
export const PUBACK = 4

export function connectFrame(clientId: string, userName: string, password: string, keepAliveSeconds: number): Buffer {
  const USER_PASSWORD_CLEAN = 0b1100_0010
  const head = Buffer.from([
    0,
    4,
    ...Buffer.from('MQTT'),
    4,
    USER_PASSWORD_CLEAN,
    keepAliveSeconds >> 8,
    keepAliveSeconds & 255,
  ])
  return framed(0x10, [head, lengthAndText(clientId), lengthAndText(userName), lengthAndText(password)])
}

/** @param packetId 1…65535 for QoS 1, 0 for QoS 0. */
export function publishFrame(topic: Buffer, payload: string, packetId: number): Buffer {
  const size = topic.length + (packetId ? 2 : 0) + Buffer.byteLength(payload)
  const lengthBytes = remainingLength(size)
  const frame = Buffer.allocUnsafe(1 + lengthBytes.length + size)
  frame[0] = packetId ? 0x32 : 0x30
  frame.set(lengthBytes, 1)
  let at = 1 + lengthBytes.length
  at += topic.copy(frame, at)
  if (packetId) at = frame.writeUInt16BE(packetId, at)
  frame.write(payload, at)
  return frame
}

/** The bytes of a topic in a PUBLISH, encoded once per client. */
export function topicBytes(topic: string): Buffer {
  return lengthAndText(topic)
}

export const PING_FRAME = Buffer.from([0xc0, 0])
export const DISCONNECT_FRAME = Buffer.from([0xe0, 0])

/** Reads the frames of a byte stream; an incomplete frame waits for the next chunk. */
export function frameReader(onFrame: (type: number, value: number) => void): (chunk: Buffer) => void {
  let rest: Buffer | null = null
  return (chunk) => {
    const bytes = rest ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    while (at + 2 <= bytes.length) {
      // Every frame from the server to a terminal without subscriptions is shorter than 128 bytes.
      const end = at + 2 + byteAt(bytes, at + 1)
      if (end > bytes.length) break
      const type = byteAt(bytes, at) >> 4
      if (type === PUBACK) onFrame(type, bytes.readUInt16BE(at + 2))
      else if (type === CONNACK) onFrame(type, byteAt(bytes, at + 3))
      at = end
    }
    rest = at < bytes.length ? bytes.subarray(at) : null
  }
}

function byteAt(bytes: Buffer, at: number): number {
  return bytes[at] ?? 0
}

function lengthAndText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

function framed(firstByte: number, parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([firstByte, ...remainingLength(body.length)]), body])
}

function remainingLength(size: number): number[] {
  const bytes: number[] = []
  for (let left = size; ; left >>= 7) {
    if (left < 128) return [...bytes, left]
    bytes.push((left & 127) | 128)
  }
}
