/** PostgreSQL's epoch, 2000-01-01, in Unix milliseconds. */
const EPOCH_MS = 946_684_800_000

interface Element {
  oid: number
  bytes: number
  write: (buffer: Buffer, value: number, at: number) => void
}

const INT2: Element = { oid: 21, bytes: 2, write: (buffer, value, at) => buffer.writeInt16BE(value, at) }
const INT4: Element = { oid: 23, bytes: 4, write: (buffer, value, at) => buffer.writeInt32BE(value, at) }
const REAL: Element = { oid: 700, bytes: 4, write: (buffer, value, at) => buffer.writeFloatBE(value, at) }
const TIMESTAMPTZ: Element = {
  oid: 1184,
  bytes: 8,
  write(buffer, ms, at) {
    // Microseconds since 2000 exceed 2^32 but stay well below 2^53, so two halves are enough without BigInt.
    const micros = (ms - EPOCH_MS) * 1000
    const high = Math.floor(micros / 4_294_967_296)
    buffer.writeInt32BE(high, at)
    buffer.writeUInt32BE(micros - high * 4_294_967_296, at + 4)
  },
}

/** Encodes one column of many rows as a parameter in PostgreSQL's binary array format, so that no text is built or parsed. */
function encode<T>(element: Element, items: readonly T[], pick: (item: T) => number | null): Buffer {
  const buffer = Buffer.allocUnsafe(20 + items.length * (4 + element.bytes))
  let at = 20
  let hasNull = 0
  for (const item of items) {
    const value = pick(item)
    if (value === null) {
      hasNull = 1
      at = buffer.writeInt32BE(-1, at)
    } else {
      at = buffer.writeInt32BE(element.bytes, at)
      element.write(buffer, value, at)
      at += element.bytes
    }
  }
  buffer.writeInt32BE(items.length === 0 ? 0 : 1, 0)
  buffer.writeInt32BE(hasNull, 4)
  buffer.writeInt32BE(element.oid, 8)
  buffer.writeInt32BE(items.length, 12)
  buffer.writeInt32BE(1, 16)
  return buffer.subarray(0, items.length === 0 ? 12 : at)
}

type ArrayEncoder = <T>(items: readonly T[], pick: (item: T) => number | null) => Buffer

export const int2Array: ArrayEncoder = (items, pick) => encode(INT2, items, pick)
export const int4Array: ArrayEncoder = (items, pick) => encode(INT4, items, pick)
export const realArray: ArrayEncoder = (items, pick) => encode(REAL, items, pick)
/** `pick` returns epoch milliseconds. */
export const timestampArray: ArrayEncoder = (items, pick) => encode(TIMESTAMPTZ, items, pick)
