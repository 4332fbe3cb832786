import type { AlarmKind } from '@dalyan/contracts/alarm-words'
import type { QuietHours } from '@dalyan/contracts/notifications'
import { describe, expect, test } from 'vitest'
import {
  isWorthSending,
  nextNotificationAfter,
  newestOfEachAlarm,
  reminderNumberAfter,
  urgencyOf,
  planNotifications,
  planServerNotice,
  type AlarmRecipient,
  type AlarmStanding,
  quietUntil,
} from './notifications.rules.ts'

const MINUTE = 60_000
const NIGHT: QuietHours = { from: '22:00', to: '07:00', time_zone: 'Europe/Istanbul' }
const AT = Date.parse('2026-11-20T20:00:00.000Z')

const NO_CHANNELS = { critical: [], warning: [], info: [] }
const recipientWith = (wish: Partial<AlarmRecipient> = {}): AlarmRecipient => ({
  user_id: 1,
  channels: { critical: ['app', 'push', 'mail'], warning: ['app', 'mail'], info: ['app'] },
  quiet_hours: null,
  time_zone: 'Europe/Istanbul',
  forewarnings: 'day',
  on_call_after_ms: null,
  ...wish,
})
const wanted = (
  given: { severity?: 'critical' | 'warning' | 'info'; kind?: AlarmKind; minutes?: number; now?: number },
  ...recipients: AlarmRecipient[]
) => {
  const { severity = 'critical', kind = 'high', minutes = 0, now = AT } = given
  return planNotifications({ severity, kind, reason: 'raised', elapsedMs: minutes * MINUTE, now }, recipients)
}
const channels = (all: ReturnType<typeof wanted>) => all.map(({ channel }) => channel)

describe('a user chooses channels per severity', () => {
  test.each([
    ['critical', ['app', 'push', 'mail']],
    ['warning', ['app', 'mail']],
    ['info', ['app']],
  ] as const)('%s', (severity, expected) => {
    expect(channels(wanted({ severity }, recipientWith()))).toEqual(expected)
  })
})

describe('a message about the server itself', () => {
  const warning = { reason: 'interrupted', severity: 'warning' } as const

  test('goes to the inbox and by the channels of its severity', () => {
    const recipients = [recipientWith(), recipientWith({ user_id: 2, channels: NO_CHANNELS })]
    const planned = planServerNotice(recipients, warning, AT)
    expect(planned.map(({ user_id, channel, reason }) => [user_id, channel, reason])).toEqual([
      [1, 'app', 'interrupted'],
      [1, 'mail', 'interrupted'],
      [2, 'app', 'interrupted'],
    ])
  })

  test('waits for the end of quiet hours, but not in the inbox', () => {
    const planned = planServerNotice([recipientWith({ quiet_hours: NIGHT })], warning, AT)
    expect(planned.map(({ not_before }) => not_before)).toEqual([null, '2026-11-21T04:00:00.000Z'])
  })

  test('does not wait when it is critical', () => {
    const notice = { reason: 'low_disk', severity: 'critical' } as const
    const planned = planServerNotice([recipientWith({ quiet_hours: NIGHT })], notice, AT)
    expect(planned.map(({ channel, not_before }) => [channel, not_before])).toEqual([
      ['app', null],
      ['push', null],
      ['mail', null],
    ])
  })
})

describe('quiet hours', () => {
  test.each([
    ['before they begin', '2026-11-20T18:59:00.000Z', null],
    ['at their first minute', '2026-11-20T19:00:00.000Z', '2026-11-21T04:00:00.000Z'],
    ['after midnight', '2026-11-21T03:59:30.000Z', '2026-11-21T04:00:00.000Z'],
    ['at their end', '2026-11-21T04:00:00.000Z', null],
  ])('%s', (_, now, until) => {
    expect(quietUntil(NIGHT, Date.parse(now))).toBe(until)
  })

  test('quiet hours of length zero hold back no message', () => {
    expect(quietUntil({ ...NIGHT, to: '22:00' }, Date.parse('2026-11-20T19:00:00.000Z'))).toBeNull()
  })

  test('quiet hours hold back messages that are not critical, except in the page', () => {
    const user = recipientWith({ quiet_hours: NIGHT })
    const held = (severity: 'critical' | 'warning') =>
      wanted({ severity }, user).map(({ channel, not_before }) => [channel, not_before !== null])
    expect(held('warning')).toEqual([
      ['app', false],
      ['mail', true],
    ])
    expect(held('critical').some(([, isHeld]) => isHeld)).toBe(false)
  })
})

describe('reminders', () => {
  test.each([
    ['critical', 4, 0],
    ['critical', 5, 1],
    ['critical', 61, 12],
    ['warning', 59, 0],
    ['warning', 60, 1],
    ['info', 180, 3],
  ] as const)(
    'the number of the reminder of a %s alarm after %i minutes is %i',
    (severity, minutes, reminder_number) => {
      expect(reminderNumberAfter(severity, minutes * MINUTE)).toBe(reminder_number)
    },
  )

  test('a reminder has the reason “reminder”', () => {
    expect(wanted({ minutes: 5 }, recipientWith()).map(({ reason }) => reason)).toEqual([
      'reminder',
      'reminder',
      'reminder',
    ])
  })
})

describe('on call', () => {
  const first = recipientWith({ user_id: 1, on_call_after_ms: 0 })
  const second = recipientWith({ user_id: 2, on_call_after_ms: 10 * MINUTE })
  const woken = (severity: 'critical' | 'warning', minutes: number) =>
    wanted({ severity, minutes }, first, second)
      .filter(({ channel }) => channel !== 'app')
      .map(({ user_id, reason }) => `${user_id} ${reason}`)

  test('the first on call is notified with the alarm, the second only when it is unanswered for ten minutes', () => {
    expect(new Set(woken('critical', 0))).toEqual(new Set(['1 raised']))
    expect(new Set(woken('critical', 9))).toEqual(new Set(['1 reminder']))
    expect(new Set(woken('critical', 10))).toEqual(new Set(['1 reminder', '2 escalated']))
    expect(new Set(woken('critical', 15))).toEqual(new Set(['1 reminder', '2 reminder']))
  })

  test('before their time, users on call find the alarm in the page as a new one', () => {
    const reason = (minutes: number) => wanted({ severity: 'warning', minutes }, second).map((one) => one.reason)
    expect(reason(0)).toEqual(['raised'])
    expect(reason(10)).toEqual(['escalated', 'escalated'])
    expect(reason(60)).toEqual(['reminder', 'reminder'])
  })

  test('the next notification is due at the time of the next user on call, also between two reminders', () => {
    expect(nextNotificationAfter('warning', 0, [first, second])).toBe(10 * MINUTE)
    expect(nextNotificationAfter('warning', 10 * MINUTE, [first, second])).toBe(60 * MINUTE)
    expect(nextNotificationAfter('critical', 0, [first, second])).toBe(5 * MINUTE)
  })

  test('a user on call who chose neither push nor mail is notified by both', () => {
    const shy = recipientWith({ channels: { critical: ['app'], warning: [], info: [] }, on_call_after_ms: 0 })
    expect(channels(wanted({ severity: 'critical' }, shy))).toEqual(['app', 'push', 'mail'])
    expect(channels(wanted({ severity: 'warning' }, shy))).toEqual(['push', 'mail'])
  })
})

describe('which messages are still worth sending', () => {
  const episode_at = '2026-11-20T20:00:00.000Z'
  const now = '2026-11-20T20:00:02.000Z'
  const alarm = (wish: Partial<AlarmStanding> = {}): AlarmStanding => ({
    state: 'active_unack',
    ack_since: null,
    shelved_until: null,
    notified_at: episode_at,
    ...wish,
  })
  const earlier = '2026-11-20T19:00:00.000Z'
  test.each([
    ['an active alarm', {}, 0, false, true],
    ['an alarm that has cleared before its first message', { state: 'rtn_unack' }, 0, false, true],
    [
      'an alarm that returned worse, acknowledged an hour ago',
      { state: 'active_ack', ack_since: earlier },
      0,
      false,
      true,
    ],
    ['an alarm acknowledged since', { state: 'active_ack', ack_since: now }, 0, false, false],
    ['a closed alarm', { state: 'closed', ack_since: now }, 0, false, false],
    ['a shelved alarm', { shelved_until: '2026-11-20T21:00:00.000Z' }, 0, false, false],
    ['a reminder of an active alarm', {}, 1, false, true],
    ['a reminder of a cleared alarm', { state: 'rtn_unack' }, 1, false, false],
    ['a reminder of an alarm notified anew', { notified_at: now }, 1, false, false],
    ['a message held over night whose alarm has cleared', { state: 'rtn_unack' }, 0, true, false],
  ] as const)('%s', (_, wish, reminder_number, wasHeld, expected) => {
    expect(isWorthSending(alarm(wish), { episode_at, reminder_number, wasHeld }, now)).toBe(expected)
  })

  test('a cleared alarm is worth sending for an hour, an active one without limit', () => {
    const isWorth = (state: AlarmStanding['state'], at: string) =>
      isWorthSending(alarm({ state }), { episode_at, reminder_number: 0, wasHeld: false }, at)
    expect(isWorth('rtn_unack', '2026-11-20T21:00:00.000Z')).toBe(true)
    expect(isWorth('rtn_unack', '2026-11-20T21:00:00.001Z')).toBe(false)
    expect(isWorth('active_unack', '2026-11-23T20:00:00.000Z')).toBe(true)
  })

  test('of several messages about one alarm the first of the newest episode is sent', () => {
    const row = (id: number, alarm_id: number, episode: string, reminder_number: number) => ({
      id,
      alarm_id,
      episode_at: episode,
      reminder_number,
    })
    const rows = [row(1, 1, earlier, 0), row(2, 1, now, 2), row(3, 1, now, 1), row(4, 2, earlier, 0), row(5, 1, now, 3)]
    expect(newestOfEachAlarm(rows).map(({ id }) => id)).toEqual([3, 4])
  })
})

test('a faulty sensor is one notice a day: no reminder before, and nobody on call', () => {
  const HOUR = 60 * MINUTE
  expect(urgencyOf({ severity: 'warning', kind: 'fault' })).toBe('fault')
  expect(reminderNumberAfter('fault', 23 * HOUR)).toBe(0)
  expect(nextNotificationAfter('fault', 0, [recipientWith({ on_call_after_ms: 10 * MINUTE })])).toBe(24 * HOUR)
})
