import * as z from 'zod/mini'
import { given, isKeepable } from './codes.ts'
import type { ErrorCode } from './errors.ts'

/** Trimmed; compared without ASCII case. */
export const Email = given('email_required').check(
  z.trim(),
  z.minLength(1, { error: 'email_required' }),
  z.maxLength(254),
  z.refine<string>(isKeepable, { error: 'email_invalid' }),
)
/** The email of a new account. */
export const NewEmail = Email.check(z.regex(/^[^\s@]+@[^\s@]+$/, { error: 'email_invalid' }))

/** 8 to 128 code points after NFC, which only the server counts (`password.rules.ts`); this limits the input's size. */
export function secret(missing: ErrorCode) {
  return given(missing).check(z.minLength(1, { error: missing }), z.maxLength(1024))
}
export const Password = secret('password_required')

/** Any text; it is only compared with the password. */
export const Confirmation = given('required').check(z.maxLength(1024))
