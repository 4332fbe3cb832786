import { describe, expect, test } from 'vitest'
import { isDigest, planMessages, repeatsEmail, type QueuedNotification } from './digests.rules.ts'

const NOW = '2026-11-20T20:00:00.000Z'
const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString()
let made = 0
const row = (wish: Partial<QueuedNotification> = {}): QueuedNotification => {
  made += 1
  const queue = { queued_at: NOW, tries: 0, next_try_at: NOW, tried_at: null, digest_id: null }
  const alarm = { alarm_id: made, incident_id: made, kind: 'high' as const, severity: 'warning' as const, firm_id: 1 }
  return { id: made, webhook_id: null, reason: 'raised', reminder_number: 0, ...alarm, ...queue, ...wish }
}
const rows = (count: number, wish: Partial<QueuedNotification> = {}) => Array.from({ length: count }, () => row(wish))
const plan = (due: QueuedNotification[], sent: QueuedNotification[] = []) => {
  const { messages, held } = planMessages(due, [...sent, ...due], NOW)
  const sizes = messages.map(({ rows: all, digest }) => `${all.length} ${digest === null ? 'alone' : digest.length}`)
  return { sizes, held: held.map(({ rows: all, until }) => [all.length, until]) }
}

describe('which alarms become a digest', () => {
  const alarms = (silent: number, others: number) => [
    ...Array.from({ length: silent }, () => ({ kind: 'silent' as const })),
    ...Array.from({ length: others }, () => ({ kind: 'high' as const })),
  ]
  test.each([
    [5, 0, false],
    [6, 0, true],
    [5, 4, false],
    [5, 5, true],
    [0, 9, false],
    [0, 10, true],
  ])('%i silent, %i others: %s', (silent, others, expected) => {
    expect(isDigest(alarms(silent, others))).toBe(expected)
  })
})

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

  const ofIncident = (count: number, wish: Partial<QueuedNotification> = {}) =>
    rows(count, { incident_id: 1, kind: 'silent', ...wish })
  const messagesOf = (due: QueuedNotification[], notified: number[] = []) =>
    planMessages(due, due, NOW, new Set(notified)).messages.map(
      ({ rows: all, incident_id, isUpdate }) => `${all.length} ${incident_id} ${isUpdate}`,
    )

  test('the alarms of an incident are one message, however many there are', () => {
    expect(messagesOf(ofIncident(27))).toEqual(['27 1 false'])
  })

  test('alarms that join an incident update its message', () => {
    expect(messagesOf(ofIncident(3), [1])).toEqual(['3 1 true'])
  })

  test('a critical value that joins an incident notifies by itself', () => {
    const critical = row({ incident_id: 1, severity: 'critical' })
    expect(messagesOf([...ofIncident(2), critical], [1])).toEqual(['2 1 true', '1 null false'])
    expect(messagesOf([...ofIncident(2), critical])).toEqual(['3 1 false'])
  })

  test('an incident whose acknowledgement expired is a message again', () => {
    expect(messagesOf(ofIncident(27, { reason: 'acknowledgement_over' }), [1])).toEqual(['27 1 false'])
  })

  test('reminders of an incident are one message', () => {
    expect(messagesOf(ofIncident(27, { reminder_number: 1, reason: 'reminder' }), [1])).toEqual(['27 1 false'])
  })

  test('ten incidents of several alarms each are a digest', () => {
    const incidents = Array.from({ length: 10 }, (_, index) => rows(2, { incident_id: 1000 + index })).flat()
    expect(plan(incidents)).toEqual({ sizes: ['20 20'], held: [] })
  })

  test('an email about an incident is not repeated for an alarm that joins it', () => {
    const joining = { ...row({ incident_id: 1 }), channel: 'mail' as const }
    const repeats = (notified: number[], wish: Partial<typeof joining> = {}) =>
      repeatsEmail({ ...joining, ...wish }, new Set(notified))
    expect([repeats([]), repeats([1]), repeats([1], { channel: 'push' as never })]).toEqual([false, true, false])
    expect([repeats([1], { severity: 'critical' }), repeats([1], { reason: 'worse' })]).toEqual([false, false])
  })
})
