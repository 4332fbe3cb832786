const LONGEST_BYTES = 8192
const DEEPEST = 12

/**
 * Details of an entry as JSON that PostgreSQL can store: at most 8 KiB, no NUL, no lone surrogate, limited depth.
 * Longer details are truncated and stored as text.
 */
export function boundedMeta(meta: Record<string, unknown> | null | undefined): string | null {
  if (!meta) return null
  const json = JSON.stringify(harmless(meta, 0))
  let bounded = json
  // Escaping the text again within JSON makes it longer, so it is shortened until it fits.
  for (let length = LONGEST_BYTES; Buffer.byteLength(bounded) > LONGEST_BYTES; length = Math.floor(length * 0.7)) {
    bounded = JSON.stringify({ truncated: true, text: json.slice(0, length).toWellFormed() })
  }
  return bounded
}

function harmless(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return plain(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEEPEST) return '…'
  if (Array.isArray(value)) return value.map((item) => harmless(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [plain(key), harmless(item, depth + 1)]))
}

/** Replaces characters that PostgreSQL cannot store. */
export function plain(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
