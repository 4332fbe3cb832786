import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/** ASCII only, and no `i` or `u` flag: with them U+212A and U+017F would pass for K and S. */
export const CODE_PATTERN = /^[A-Z0-9_-]{1,32}$/

/** Code of a tank, terminal or firm, unique among live records. */
export const Code = z
  .string({ error: 'code_required' })
  .check(z.minLength(1, { error: 'code_required', abort: true }), z.regex(CODE_PATTERN, { error: 'code_format' }))

/** What cannot be kept or shown: control characters but line breaks and tabs, and halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex
const UNKEEPABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u

/** Whether a text can be kept as it is. */
export function isKeepable(text: string): boolean {
  return !UNKEEPABLE.test(text)
}

const keepable = z.refine<string>(isKeepable, { error: 'control_characters' })

/** Text that a user typed; its characters are stored composed (NFC), or a search would find only what was typed on the same keyboard. */
export function plainText(max: number) {
  return z.string().check(z.normalize(), z.trim(), z.maxLength(max), keepable)
}

/** Text that a user typed and that may be neither left out nor empty; `missing` says so. */
export function requiredText(max: number, missing: ErrorCode) {
  return given(missing).check(z.normalize(), z.trim(), z.minLength(1, { error: missing }), z.maxLength(max), keepable)
}

/** A text as it was typed, spaces and all, for what is no prose (passwords, addresses). */
export function given(missing: ErrorCode) {
  // Only of what is no text: the schema's own word would hide those of its checks.
  return z.string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) })
}
