import { invalidField } from '../../core/errors.ts'
import { LISTED_PASSWORDS } from './listed-passwords.ts'
import { passwordProblem } from './password.rules.ts'

export interface NewPassword {
  password: string
  /** Has to be the same where it is given. */
  password_confirmation?: string | undefined
}

/** Refuses (422, at its field) a password that this user may not have. */
export function checkNewPassword(
  { password, password_confirmation = password }: NewPassword,
  user: { email: string; name: string },
): void {
  const problem = passwordProblem(password, user, LISTED_PASSWORDS)
  if (problem) throw invalidField('password', problem.code, problem.parts)
  if (password !== password_confirmation) throw invalidField('password_confirmation', 'passwords_differ')
}
