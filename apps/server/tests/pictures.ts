import { crc32, deflateSync } from 'node:zlib'

export function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A grey PNG of this size, in pixels, that every browser opens. @param more chunks between its head and its pixels */
export function pngOf(width: number, height: number, more: readonly Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  // Each row begins with its filter type: 0, none.
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width, 0x80)])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A JPEG of this size as far as its structure goes: a comment, the frame, a scan, the end. @param more segments before the frame */
export function jpegOf(width: number, height: number, more: readonly Buffer[] = []): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const comment = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 4, 0x41, 0x42])
  // In the data FF is followed by 0 or by a restart marker.
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56])
  return Buffer.concat([comment, ...more, frame, scan, Buffer.from([0xff, 0xd9])])
}

/** A chunk of a WebP. */
export function webpChunk(kind: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(kind, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** A WebP of this size as far as its structure goes, in the extended format with transparency. @param more chunks before its pixels */
export function webpOf(width: number, height: number, more: readonly Buffer[] = []): Buffer {
  const size = Buffer.alloc(10)
  size[0] = 0x10
  size.writeUIntLE(width - 1, 4, 3)
  size.writeUIntLE(height - 1, 7, 3)
  const pixels = webpChunk('VP8L', Buffer.from([0x2f, 0, 0, 0, 0]))
  const body = Buffer.concat([Buffer.from('WEBP'), webpChunk('VP8X', size), ...more, pixels])
  const head = Buffer.alloc(8)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
