import { promisify } from 'node:util'
import { crc32, inflate, type Inflate, type InputType, type ZlibOptions } from 'node:zlib'
import { isFrame, PNG, readPicture, text } from './read-picture.ts'

/**
 * The picture alone, in the same format: without metadata (also the place where a photo was taken and how it is turned), comments, and whatever
 * follows its end. Null when it is none of the three types, incomplete, or animated.
 */
export async function stripPicture(bytes: Buffer): Promise<Buffer | null> {
  switch (readPicture(bytes)?.type) {
    case 'image/png':
      return stripPng(bytes)
    case 'image/jpeg':
      return stripJpeg(bytes)
    case 'image/webp':
      return stripWebp(bytes)
    default:
      return null
  }
}

/** What decides how the pixels look, besides `IDAT` and `IEND`. */
const PNG_KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB'])

async function stripPng(bytes: Buffer): Promise<Buffer | null> {
  const kept: Buffer[] = []
  const data: Buffer[] = []
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const name = text(bytes, at + 4)
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    if (name === 'IEND') {
      const pixels = await pngPixels(bytes, Buffer.concat(data))
      return pixels && Buffer.concat([PNG, ...kept, pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))])
    }
    if (name === 'IDAT') data.push(bytes.subarray(at + 8, end - 4))
    else if (PNG_KEPT.has(name)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return null
}

function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(name, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/** With `info`, the callback receives the engine too, which knows how many bytes it read; the types do not say so. */
const inflateAll = promisify(inflate) as unknown as (
  data: InputType,
  options: ZlibOptions,
) => Promise<{ buffer: Buffer; engine: Inflate }>

/** The compressed pixels, without bytes behind their end; null when they are not exactly those of a picture of this size. */
async function pngPixels(bytes: Buffer, data: Buffer): Promise<Buffer | null> {
  const size = rawPngBytes(bytes)
  if (size === null) return null
  try {
    // One byte more than expected fails, so that a small file cannot fill the memory.
    const { buffer, engine } = await inflateAll(data, { maxOutputLength: size, info: true })
    return buffer.length === size ? data.subarray(0, engine.bytesWritten) : null
  } catch {
    return null
  }
}

/** Samples of a pixel by the colour type of the head. */
const PNG_SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** The seven passes of an interlaced picture: first column and row, and their steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** The length of the uncompressed pixels: of each row its filter type, and its samples. */
function rawPngBytes(bytes: Buffer): number | null {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const samples = PNG_SAMPLES[bytes[25] ?? 0]
  if (samples === undefined) return null
  const rows = (columns: number, count: number) =>
    columns === 0 ? 0 : count * (1 + Math.ceil((columns * samples * (bytes[24] ?? 0)) / 8))
  if (bytes[28] === 0) return rows(width, height)
  return PASSES.map(([left, top, right, down]) =>
    rows(Math.ceil(Math.max(0, width - left) / right), Math.ceil(Math.max(0, height - top) / down)),
  ).reduce((sum, pass) => sum + pass, 0)
}

/** Tables of quantization and Huffman codes, restart interval, height given later, arithmetic coding. */
const JPEG_KEPT = new Set([0xdb, 0xc4, 0xdd, 0xdc, 0xcc])
const [SCAN, END, ADOBE] = [0xda, 0xd9, 0xee]

function stripJpeg(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let scans = 0
  for (let at = 2; at + 4 <= bytes.length || bytes[at + 1] === END;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === END) return scans > 0 ? Buffer.concat([...kept, Buffer.from([0xff, END])]) : null
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    const end = marker === SCAN ? endOfScan(bytes, at + 2 + length) : at + 2 + length
    if (length < 2 || end > bytes.length) return null
    if (marker === SCAN) scans += 1
    // Adobe's segment names the colours; it has a fixed length.
    const isColours = marker === ADOBE && length === 14 && bytes.toString('latin1', at + 4, at + 9) === 'Adobe'
    if (marker === SCAN || isFrame(marker) || JPEG_KEPT.has(marker) || isColours) kept.push(bytes.subarray(at, end))
    at = end
  }
  return null
}

/** Where the next segment begins: in compressed data FF is followed by 0 or by a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at = bytes.indexOf(0xff, at + 2)
  }
  return Infinity
}

const ALPHA = 0x10

function stripWebp(bytes: Buffer): Buffer | null {
  let head: Buffer | null = null
  let alpha: Buffer | null = null
  let pixels: Buffer | null = null
  const length = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let at = 12; at + 8 <= length && !pixels;) {
    const name = text(bytes, at)
    const end = at + 8 + bytes.readUInt32LE(at + 4)
    if (end > length) return null
    // Chunks have an even length.
    const chunk = Buffer.concat([bytes.subarray(at, end), Buffer.alloc(end % 2)])
    if (name === 'VP8X') head = chunk
    else if (name === 'ALPH') alpha = chunk
    else if (name === 'VP8 ' || name === 'VP8L') pixels = chunk
    at = end + (end % 2)
  }
  if (!pixels) return null
  // Of the extended head only the size and whether there is transparency.
  if (head) head[8] = (head[8] ?? 0) & ALPHA
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    ...(head ? [head, ...(alpha ? [alpha] : [])] : []),
    pixels,
  ])
  const riff = Buffer.alloc(8)
  riff.write('RIFF', 0, 'latin1')
  riff.writeUInt32LE(body.length, 4)
  return Buffer.concat([riff, body])
}
