import { expect, test } from 'vitest'
import { LISTED_PASSWORDS } from './new-password.ts'
import { passwordProblem } from './password.rules.ts'

const ayse = { email: 'ayse.yilmaz@dalyan.test', name: 'Ayşe Yılmaz' }
const LONG = Array.from({ length: 128 }, (_, index) => 'dalyan balık köprü'[(index * index) % 18]).join('')
const codeOf = (password: string) => passwordProblem(password, ayse, LISTED_PASSWORDS)?.code ?? null

test.each([
  ['seven letters', 'kırmızı'.slice(0, 7), 'too_short'],
  ['eight uncommon letters', 'vqpk zrm', null],
  ['eight emoji count as eight', '🐟🐠🐡🦈🐳🐋🐬🦭', null],
  ['four emoji count as four, not as eight UTF-16 units', '🐟🐠🐡🦈', 'too_short'],
  ['a letter and its dot count as one', 'e\u0301'.repeat(7), 'too_short'],
  ['128 letters', LONG, null],
  ['129 letters', `${LONG}z`, 'too_long'],
  ['the email', 'Ayse.Yilmaz@dalyan.test', 'password_is_identity'],
  ['the mailbox', 'ayse.yilmaz', 'password_is_identity'],
  ['the name', 'ayşe yılmaz', 'password_is_identity'],
  ['a common password', 'password', 'password_common'],
  ['a common password with appended digits', 'Password1234', 'password_common'],
  ['one letter repeated', 'aaaaaaaaaa', 'password_common'],
  ['a run of the keyboard', 'qwertyuiop', 'password_common'],
  ['digits in a row', '1234567890', 'password_common'],
  ['a word of this trade with digits', 'terminal2026', 'password_common'],
  ['a less known common password', 'rainbow6', 'password_common'],
  ['an English word with a year', 'Abnormal1987!', 'password_common'],
  ['a Turkish word in capitals', 'TÜRKİYEM', 'password_common'],
  ['a Turkish word typed without Turkish letters', 'besiktas1903', 'password_common'],
  ['the Turkish word for password', 'Şifrem12!', 'password_common'],
  ['a declaration of love', 'seniseviyorum', 'password_common'],
  ['a fish', 'Çipura2026', 'password_common'],
  ['a phrase of common words', 'dragon monkey batman', null],
  ['a phrase', 'dalyan balık köprü dört', null],
])('password rule: %s', (_title, password, code) => {
  expect(codeOf(password)).toBe(code)
})
