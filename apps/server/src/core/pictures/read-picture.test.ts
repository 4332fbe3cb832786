import { expect, test } from 'vitest'
import { jpegOf, pngOf, webpOf } from '../../../tests/pictures.ts'
import { readPicture } from './read-picture.ts'

test.each([
  ['a PNG', pngOf(300, 40), { type: 'image/png', width: 300, height: 40 }],
  ['a JPEG', jpegOf(640, 480), { type: 'image/jpeg', width: 640, height: 480 }],
  ['a WebP', webpOf(2000, 17), { type: 'image/webp', width: 2000, height: 17 }],
])('%s is recognized by its bytes, with its size', (_kind, bytes, picture) => {
  expect(readPicture(bytes)).toEqual(picture)
})

test.each([
  ['nothing', ''],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
  ['half a PNG head', '\u0089PNG\r\n\u001a\n'],
])('%s is not a valid picture', (_kind, content) => {
  expect(readPicture(Buffer.from(content, 'latin1'))).toBeNull()
})

test('a JPEG whose segments lead past its end is not a valid picture', () => {
  const endless = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    Buffer.from(Array.from({ length: 400 }, () => [0xff, 0xfe, 0, 0]).flat()),
  ])
  expect(readPicture(endless)).toBeNull()
  expect(readPicture(jpegOf(10, 10).subarray(0, 12))).toBeNull()
})
