import { describe, expect, test } from 'vitest'
import { planMessages, type QueuedNotification } from './messages.rules.ts'

const NOW = '2026-11-20T20:00:00.000Z'
const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString()
let made = 0
const row = (wish: Partial<QueuedNotification> = {}): QueuedNotification => {
  made += 1
  const queue = { queued_at: NOW, tries: 0, next_try_at: NOW, tried_at: null, digest_id: null }
  const alarm = { alarm_id: made, kind: 'high' as const, firm_id: 1, reason: 'raised' as const, reminder_number: 0 }
  return { id: made, webhook_id: null, ...alarm, ...queue, ...wish }
}
const rows = (count: number, wish: Partial<QueuedNotification> = {}) => Array.from({ length: count }, () => row(wish))
const plan = (due: QueuedNotification[], sent: QueuedNotification[] = []) => {
  const { messages, held } = planMessages(due, [...sent, ...due], NOW)
  const sizes = messages.map(({ rows: all, digest }) => `${all.length} ${digest === null ? 'alone' : digest.length}`)
  return { sizes, held: held.map(({ rows: all, until }) => [all.length, until]) }
}

describe('the messages of one destination', () => {
  test.each([
    ['nine alarms are nine messages', rows(9), Array.from({ length: 9 }, () => '1 alone')],
    ['ten alarms are a digest', rows(10), ['10 10']],
    ['six silent terminals are a digest', rows(6, { kind: 'silent' }), ['6 6']],
    ['alarms of two firms do not count together', [...rows(6), ...rows(6, { firm_id: 2 })], Array(12).fill('1 alone')],
    [
      'a webhook counts all firms together',
      [...rows(6, { webhook_id: 1 }), ...rows(6, { webhook_id: 1, firm_id: 2 })],
      ['12 12'],
    ],
    [
      'a new alarm does not wait behind ten reminders',
      [...rows(10, { reminder_number: 1 }), row()],
      ['10 10', '1 alone'],
    ],
    [
      'a transition that notifies no user is in no digest',
      rows(12, { webhook_id: 1, reason: 'cleared' }),
      Array(12).fill('1 alone'),
    ],
    ['a test message is in no digest', [...rows(10), row({ alarm_id: null, reason: 'test' })], ['10 10', '1 alone']],
    ['a message to a webhook is repeated unchanged', rows(10, { webhook_id: 1, tries: 1 }), Array(10).fill('1 alone')],
  ])('%s', (_, due, expected) => {
    expect(plan(due)).toEqual({ sizes: expected, held: [] })
  })

  test('the tenth alarm is a digest that lists the alarms sent one by one', () => {
    const sent = rows(9, { queued_at: ago(4), next_try_at: null, tried_at: ago(4), tries: 1 })
    expect(plan([row()], sent)).toEqual({ sizes: ['1 10'], held: [] })
  })

  test('a notification queued more than five minutes ago, and sent, does not count', () => {
    const sent = rows(9, { queued_at: ago(6), next_try_at: null, tried_at: ago(4), tries: 1 })
    expect(plan([row()], sent)).toEqual({ sizes: ['1 alone'], held: [] })
  })

  test('alarms within five minutes after a digest wait for the end of that time, then leave as a digest', () => {
    const head = row({ next_try_at: null, tried_at: ago(1), tries: 1 })
    const digest = [
      { ...head, digest_id: head.id },
      ...rows(9, { next_try_at: null, tried_at: ago(1), digest_id: head.id }),
    ]
    expect(plan(rows(2), digest)).toEqual({ sizes: [], held: [[2, ago(-4)]] })
    const held = row()
    expect(plan([{ ...held, digest_id: held.id }, row({ digest_id: held.id })])).toEqual({ sizes: ['2 2'], held: [] })
  })

  test('a failed digest is repeated with the same alarms, and newer ones wait for the next digest', () => {
    const head = row()
    const failed = [head, ...rows(9)].map((one) => ({ ...one, tries: 1, tried_at: ago(1), digest_id: head.id }))
    expect(plan([...failed, row()])).toEqual({ sizes: ['10 11'], held: [[1, ago(-4)]] })
  })
})
