import { dictionary } from '@zxcvbn-ts/language-common'

/** The commonest passwords of the world and the words that passphrases are made of, 57,000, in lower case. */
export const LISTED_PASSWORDS: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'],
  ...dictionary['diceware-common'],
])
