/** What can stand in folded text; whatever else does counts as one letter, and the end of a text as another. */
const LETTERS = ' !"#$%&\'()*+,-./0123456789:;<=>?@[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~'
const OTHER = LETTERS.length
const END = OTHER + 1
/** One for every letter that may follow, in whole bytes. */
const BITS = 72
export const BYTES_OF_LETTER = BITS / 8

const NUMBERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const place = LETTERS.indexOf(String.fromCodePoint(code))
  return place === -1 ? OTHER : place
})
const numberAt = (text: string, place: number) =>
  place < text.length ? (NUMBERS[text.charCodeAt(place)] ?? OTHER) : END

/** Which pairs of neighbouring letters stand in folded texts: one bit for each, as PostgreSQL counts the bits of a `bytea`. */
export function pairsIn(texts: Iterable<string>): Buffer {
  const pairs = Buffer.alloc((BITS * BITS) / 8)
  for (const text of texts) {
    for (let place = 0; place < text.length; place += 1) {
      const bit = numberAt(text, place) * BITS + numberAt(text, place + 1)
      pairs[bit >> 3] = (pairs[bit >> 3] ?? 0) | (1 << (bit & 7))
    }
  }
  return pairs
}

/** The bit of a folded pair; of a single letter the first of `BYTES_OF_LETTER`, in which some bit is set where it stands. */
export function bitOf(part: string): number {
  return numberAt(part, 0) * BITS + (part.length === 1 ? 0 : numberAt(part, 1))
}
