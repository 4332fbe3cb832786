import type { ErrorCode } from '@dalyan/contracts/errors'
import { isCommonPassword } from './common-passwords.rules.ts'

const SHORTEST = 8
const LONGEST = 128

interface PasswordRefusal {
  code: ErrorCode
  parts: Record<string, unknown>
}

/**
 * The reason why this user may not have this password, or null. Lengths are in code points after NFC; there are no
 * composition rules.
 * @param listed the commonest passwords, in lower case.
 */
export function passwordProblem(
  password: string,
  user: { email: string; name: string },
  listed: ReadonlySet<string>,
): PasswordRefusal | null {
  const text = password.normalize('NFC')
  const length = [...text].length
  if (length < SHORTEST) return { code: 'too_short', parts: { minimum: SHORTEST } }
  if (length > LONGEST) return { code: 'too_long', parts: { maximum: LONGEST } }
  const folded = text.trim().toLowerCase()
  const [mailbox = ''] = user.email.split('@')
  const identities = [user.email, mailbox, user.name].map((own) => own.normalize('NFC').trim().toLowerCase())
  if (identities.includes(folded)) return { code: 'password_is_identity', parts: {} }
  return isCommonPassword(text, listed) ? { code: 'password_common', parts: {} } : null
}
