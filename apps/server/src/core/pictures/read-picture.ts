import type { PictureType } from '@dalyan/contracts/pictures'

export interface Picture {
  type: PictureType
  /** In pixels. */
  width: number
  height: number
}

/** The type and size of a picture, from its own bytes; null when it is none of the three types. */
export function readPicture(bytes: Buffer): Picture | null {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
}

export const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function readPng(bytes: Buffer): Picture | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG) || text(bytes, 12) !== 'IHDR') return null
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Start of frame, which holds the size of the picture: C0 to CF except C4, C8 and CC, which have other meanings. */
export const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readJpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    // The marker byte may be repeated between two segments.
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) {
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    } else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function readWebp(bytes: Buffer): Picture | null {
  if (bytes.length < 30 || text(bytes, 0) !== 'RIFF' || text(bytes, 8) !== 'WEBP') return null
  const type = 'image/webp'
  switch (text(bytes, 12)) {
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const sides = bytes.readUInt32LE(21)
      return { type, width: (sides & 0x3fff) + 1, height: ((sides >> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return null
  }
}

export const text = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)
