import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/** ASCII only, and no `i` or `u` flag: with them U+212A and U+017F would pass for K and S. */
export const CODE_PATTERN = /^[A-Z0-9_-]{1,32}$/

/** Code of a tank, terminal or firm, unique among live records. */
export const Code = z
  .string({ error: 'code_required' })
  .check(z.minLength(1, { error: 'code_required', abort: true }), z.regex(CODE_PATTERN, { error: 'code_format' }))

/** The address of a LoRaWAN device (DevEUI), as network servers print it. */
export const DEVICE_EUI_PATTERN = /^[0-9A-F]{16}$/

/** A DevEUI as typed from a label, where the pairs may be separated; stored as 16 capital hexadecimal digits. */
export const DeviceEui = z.string().check(
  z.overwrite((text) => text.replaceAll(/[\s:-]/g, '').toUpperCase()),
  z.regex(DEVICE_EUI_PATTERN, { error: 'device_eui_format' }),
)

/** Characters that cannot be stored or shown: control characters except line breaks and tabs, and lone surrogates. */
// oxlint-disable-next-line no-control-regex -- finds control characters
const UNKEEPABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u

/** Whether a text can be stored unchanged. */
export function isKeepable(text: string): boolean {
  return !UNKEEPABLE.test(text)
}

const keepable = z.refine<string>(isKeepable, { error: 'control_characters' })

/** Text typed by a user; stored composed (NFC), so that a search finds it whatever keyboard typed it. */
export function plainText(max: number) {
  return z.string().check(z.normalize(), z.trim(), z.maxLength(max), keepable)
}

/** Text typed by a user that may be neither absent nor empty; `missing` is the error then. */
export function requiredText(max: number, missing: ErrorCode) {
  return given(missing).check(z.normalize(), z.trim(), z.minLength(1, { error: missing }), z.maxLength(max), keepable)
}

/** A text stored as typed, including spaces, for values that are not prose (passwords, addresses). */
export function given(missing: ErrorCode) {
  // Only for values of another type, because the schema's own message would hide those of its checks.
  return z.string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) })
}
