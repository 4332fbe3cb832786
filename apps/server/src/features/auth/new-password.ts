import { dictionary } from '@zxcvbn-ts/language-common'
import { invalidField } from '../../core/errors.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { passwordProblem } from './password.rules.ts'

/** The world's commonest passwords and the words of passphrases, 57,000, in lower case. */
export const LISTED_PASSWORDS: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'],
  ...dictionary['diceware-common'],
])

export interface NewPassword {
  password: string
  /** Must equal `password` when given. */
  password_confirmation?: string | undefined
}

/** @throws 422 at its field when the password is not allowed for this user. */
export function checkNewPassword(
  { password, password_confirmation = password }: NewPassword,
  user: { email: string; name: string },
): void {
  const problem = passwordProblem(password, user, LISTED_PASSWORDS)
  if (problem) throw invalidField('password', problem.code, problem.parts)
  if (password !== password_confirmation) throw invalidField('password_confirmation', 'passwords_differ')
}

/** Hashes a new password. @throws 422 at its field when the password is not allowed for this user. */
export async function hashNewPassword(
  { hasher }: { hasher: PasswordHasher },
  given: NewPassword,
  user: { name: string; email: string },
): Promise<string> {
  checkNewPassword(given, user)
  return hasher.hash(given.password)
}
