import { dictionary } from '@zxcvbn-ts/language-common'

/** The world's commonest passwords and the words of passphrases, 57,000, in lower case. */
export const LISTED_PASSWORDS: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'],
  ...dictionary['diceware-common'],
])
