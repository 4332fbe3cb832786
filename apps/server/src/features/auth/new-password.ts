import { invalidField } from '../../core/errors.ts'
import { LISTED_PASSWORDS } from './listed-passwords.ts'
import { passwordProblem } from './password.rules.ts'

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
