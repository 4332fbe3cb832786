import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { jpegOf, pngChunk, pngOf, webpChunk, webpOf } from '../../../tests/pictures.ts'
import { readPicture } from './read-picture.ts'
import { stripPicture } from './strip-picture.ts'

const SCRIPT = Buffer.from('<script>alert(1)</script>')
const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

test.each([
  ['a comment of a PNG', pngOf(64, 48, [pngChunk('tEXt', SCRIPT)])],
  ['an unknown chunk of a PNG', pngOf(64, 48, [pngChunk('scRp', SCRIPT)])],
  ['the bytes behind a PNG', Buffer.concat([pngOf(64, 48), SCRIPT])],
  ['the comment of a JPEG', jpegOf(64, 48, [segment(0xfe, SCRIPT)])],
  ['the metadata of a photo', jpegOf(64, 48, [segment(0xe1, SCRIPT)])],
  ['the bytes behind a JPEG', Buffer.concat([jpegOf(64, 48), SCRIPT])],
  ['the metadata of a WebP', webpOf(64, 48, [webpChunk('EXIF', SCRIPT), webpChunk('XMP ', SCRIPT)])],
  ['the bytes behind a WebP', Buffer.concat([webpOf(64, 48), SCRIPT])],
])('%s are not kept, and the picture keeps its size', async (_what, bytes) => {
  const stripped = await stripPicture(bytes)
  expect(stripped?.includes('script')).toBe(false)
  expect(readPicture(stripped ?? Buffer.alloc(0))).toEqual({ ...readPicture(bytes), width: 64, height: 48 })
  expect(await stripPicture(stripped ?? Buffer.alloc(0))).toEqual(stripped)
})

test('bytes behind the compressed pixels of a PNG are not kept', async () => {
  const head = Buffer.from(pngOf(2, 1).subarray(0, 33))
  const pixels = Buffer.concat([deflateSync(Buffer.alloc(3)), SCRIPT])
  const bytes = Buffer.concat([head, pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))])
  const stripped = await stripPicture(bytes)
  expect(stripped?.length).toBe(bytes.length - SCRIPT.length)
})

test('an interlaced PNG is complete with the rows of its seven passes', async () => {
  const whole = pngOf(5, 5)
  const head = Buffer.from(whole.subarray(16, 29))
  head[12] = 1
  // Passes of 1×1, 1×1, 2×1, 1×2, 3×1, 2×3 and 5×2 pixels, each row with its filter type.
  const raw = 2 + 2 + 3 + 4 + 4 + 9 + 12
  const png = (length: number) =>
    Buffer.concat([
      whole.subarray(0, 8),
      pngChunk('IHDR', head),
      pngChunk('IDAT', deflateSync(Buffer.alloc(length))),
      pngChunk('IEND', Buffer.alloc(0)),
    ])
  expect(await stripPicture(png(raw))).toEqual(png(raw))
  expect(await stripPicture(png(raw - 1))).toBeNull()
})

const png = pngOf(64, 48)
test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page behind the head of a PNG', Buffer.concat([png.subarray(0, 33), SCRIPT])],
  ['a PNG without an end', png.subarray(0, -12)],
  ['a PNG with a wrong checksum', Buffer.from(png).fill(1, 45, 46)],
  ['a PNG of a few pixels that says it is larger', Buffer.concat([pngOf(64, 480).subarray(0, 33), png.subarray(33)])],
  [
    'a PNG whose pixels fill the memory',
    Buffer.concat([
      png.subarray(0, 33),
      pngChunk('IDAT', deflateSync(Buffer.alloc(50_000_000))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
  ],
  ['a JPEG without a scan', Buffer.concat([jpegOf(64, 48).subarray(0, 27), Buffer.from([0xff, 0xd9])])],
  ['a JPEG without an end', jpegOf(64, 48).subarray(0, -2)],
  ['an animated WebP', webpOf(64, 48).subarray(0, 30)],
  ['a WebP that is cut off', webpOf(64, 48).subarray(0, -2)],
])('as a picture, %s is refused', async (_what, bytes) => {
  expect(await stripPicture(bytes)).toBeNull()
})
