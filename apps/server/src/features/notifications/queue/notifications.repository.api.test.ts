import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import { instantAt } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import type { NotificationRow } from '../../../core/database/schema-notifications.ts'
import type { PlannedNotification } from './notifications.rules.ts'
import { notificationsRepository, type NotificationPlan } from './notifications.repository.ts'

const NOW = Date.parse('2026-11-20T20:00:00.000Z')
const MINUTE = 60_000
const at = (minutes: number) => instantAt(NOW + minutes * MINUTE)

let database: Database
/** Of two firms, and of none. */
let alarms: { id: number; kind: string; firm_id: number | null }[]
beforeAll(async () => {
  database = await openTestDatabase()
  for (const statement of [
    `insert into firms (code, name) values ('A', 'A'), ('B', 'B')`,
    `insert into users (name, email, password_hash) select 'K', i || '@dalyan.test', '' from generate_series(1, 3) i`,
    `insert into tanks (code, name, firm_id) select 'T-' || i, 'T', nullif(i % 3, 0) from generate_series(1, 6) i`,
    `insert into terminals (code, status) select 'D-' || i, 'active' from generate_series(1, 6) i`,
    `insert into alarms (tank_id, terminal_id, metric, kind, severity, state, out_since, raised_at, last_at, occurred_at)
      select i, i, 'ph', case when i % 2 = 0 then 'silent' else 'high' end, 'critical', 'active_unack', now(), now(), now(), array[now()] from generate_series(1, 6) i`,
  ])
    await database.query(statement)
  alarms = (
    await database.query<(typeof alarms)[number]>(
      'select a.id, a.kind, k.firm_id from alarms a join tanks k on k.id = a.tank_id order by a.id',
    )
  ).rows
})
afterAll(() => database.close())

const all = async () => (await database.query<NotificationRow>('select * from notifications order by id')).rows
const wanted = (
  user_id: number,
  channel: PlannedNotification['channel'],
  not_before: string | null = null,
): PlannedNotification => ({
  user_id,
  channel,
  reason: 'raised',
  not_before: not_before,
})
const call = (...people: PlannedNotification[]): NotificationPlan => ({
  reminder_number: 0,
  alarms: alarms.map(({ id }) => ({ alarm_id: id, episode_at: at(0), occurrence: 1 })),
  wanted: people,
})

test('one of each alarm, person and channel is put, once, however often and by whatever way it is asked for', async () => {
  const notifications = notificationsRepository(database)
  const people = (rows: readonly { user_id: number; channel: string }[]) =>
    rows.map(({ user_id, channel }) => `${user_id} ${channel}`).toSorted()
  const first = await notifications.insert([call(wanted(1, 'app'), wanted(1, 'app'), wanted(2, 'mail', at(60)))], at(0))
  expect(people(first)).toEqual(['1 app'])
  expect((await all()).map(({ alarm_id, user_id, channel }) => `${alarm_id} ${user_id} ${channel}`).toSorted()).toEqual(
    alarms.flatMap(({ id }) => [`${id} 1 app`, `${id} 2 mail`]).toSorted(),
  )
  expect(first.map(({ id }) => id)).toEqual([
    Math.min(...(await all()).filter(({ user_id }) => user_id === 1).map(({ id }) => id)),
  ])
  const again = await notifications.insert([call(wanted(1, 'app'), wanted(2, 'mail'), wanted(3, 'push'))], at(1))
  expect(people(again)).toEqual(['3 push'])
  expect(await all()).toHaveLength(3 * alarms.length)
  expect(await notifications.insert([{ ...call(wanted(1, 'app')), reminder_number: 1 }], at(5))).toHaveLength(1)
  expect(people(await notifications.release(at(60)))).toEqual(['2 mail'])
  expect(await notifications.release(at(59))).toEqual([])
})

test('what somebody was told of late, or still is to be, is what the rows say one by one', async () => {
  await database.query('truncate notifications cascade')
  let seed = 11
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
  const pick = <T>(...values: T[]) => values[random(values.length)] ?? null
  for (let i = 0; i < 200; i += 1) {
    const queued = -random(12)
    const told = pick(null, Math.min(0, queued + random(6)))
    const row = [
      alarms[random(alarms.length)]?.id,
      at(-i),
      pick(0, 0, 1, 2),
      pick(1, 2),
      pick('app', 'mail'),
      at(queued),
      pick(null, null, at(queued + 5)),
      told === null ? null : at(told),
      told === null ? pick(null, null, at(0)) : null,
    ]
    await database.query(
      `insert into notifications (alarm_id, episode_at, occurrence, reminder_number, reason, user_id, channel, queued_at, not_before, sent_at, dropped_at)
        values ($1, $2, 1, $3, 'raised', $4, $5, $6, $7, $8, $9)`,
      row,
    )
  }
  await database.query('update notifications set digest_id = id where sent_at is not null and id % 3 = 0')
  const rows = await all()
  const since = at(-5)
  const firmOf = (id: number) => alarms.find((alarm) => alarm.id === id)?.firm_id
  for (const channel of ['app', 'mail'] as const) {
    const his = rows.filter((row) => row.user_id === 1 && row.channel === channel)
    const recent = his.filter(
      (row) =>
        row.dropped_at === null &&
        (row.queued_at > since || row.sent_at === null) &&
        (row.sent_at !== null || row.not_before === null || row.not_before <= at(0)),
    )
    const expected = new Map(
      recent.map(({ alarm_id, reminder_number }) => {
        const lists = his.filter(
          (row) =>
            row.digest_id === row.id &&
            row.sent_at !== null &&
            row.sent_at > since &&
            row.reminder_number > 0 === reminder_number > 0 &&
            firmOf(row.alarm_id) === firmOf(alarm_id),
        )
        const digest_sent_at =
          lists
            .map(({ sent_at }) => sent_at)
            .toSorted()
            .at(-1) ?? null
        const { kind, firm_id } = alarms.find(({ id }) => id === alarm_id) ?? {}
        return [
          `${alarm_id} ${reminder_number > 0}`,
          { alarm_id, kind, firm_id, is_reminder: reminder_number > 0, digest_sent_at },
        ]
      }),
    )
    const found = await notificationsRepository(database).findRecent(1, channel, since, at(0))
    expect(new Map(found.map((one) => [`${one.alarm_id} ${one.is_reminder}`, one]))).toEqual(expected)
    expect(found).toHaveLength(expected.size)
  }
})
