import { expect, test } from 'vitest'
import { isForGood, reasonOf } from './refusals.rules.ts'

const mail = (code: string, responseCode?: number) => Object.assign(new Error('refused'), { code, responseCode })
const push = (statusCode: number) => Object.assign(new Error('refused'), { statusCode })

test.each([
  ['a mailbox that there is not', mail('EENVELOPE', 550), true],
  ['a message that is not taken', mail('EMESSAGE', 554), true],
  ['a mailbox that is full for the moment', mail('EENVELOPE', 452), false],
  ['a password that is wrong: it can be mended', mail('EAUTH', 535), false],
  ['nobody who answers', mail('ETIMEDOUT'), false],
  ['a subscription with another key', push(403), true],
  ['a push service that has enough', push(429), false],
  ['a push service that is away', push(503), false],
  ['anything else', new Error('away'), false],
  ['no error at all', 'away', false],
])('whether a notification is refused for good: %s', (_, error, expected) => {
  expect(isForGood(error)).toBe(expected)
})

test.each([
  ['550 5.1.1 <ali@ciftlik.example>: no such user', '550 5.1.1 <…>: no such user'],
  ['Can’t send to "ali veli"@ciftlik.example', 'Can’t send to …'],
  ['see https://mail.example/reason?who=ali for more', 'see … for more'],
  ['connect ECONNREFUSED\r\n10.0.0.5:587', 'connect ECONNREFUSED 10.0.0.5:587'],
  ['x'.repeat(5_000), 'x'.repeat(300)],
])('the reason of %j contains no address', (message, shown) => {
  expect(reasonOf(new Error(message))).toBe(shown)
})
