import * as z from 'zod/mini'

/** ASCII only, and no `i` or `u` flag: with them U+212A and U+017F would pass for K and S. */
export const CODE_PATTERN = /^[A-Z0-9_-]{1,32}$/

/** Code of a tank, terminal or firm, unique among live records. */
export const Code = z
  .string({ error: 'code_required' })
  .check(z.minLength(1, { error: 'code_required', abort: true }), z.regex(CODE_PATTERN, { error: 'code_format' }))

/** Text of a person; no control characters but line breaks and tabs. */
export function plainText(max: number) {
  return z.string().check(
    z.trim(),
    z.maxLength(max),
    // oxlint-disable-next-line no-control-regex
    z.refine((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text), { error: 'control_characters' }),
  )
}
