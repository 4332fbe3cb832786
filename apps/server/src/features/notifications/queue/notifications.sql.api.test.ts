import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../tests/test-database.ts'
import { instantAt } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import type { NotificationRow } from '../../../core/database/schema-notifications.ts'
import type { PlannedNotification } from './notifications.rules.ts'
import { notificationsRepository, type NotificationPlan } from './notifications.sql.ts'

const NOW = Date.parse('2026-11-20T20:00:00.000Z')
const MINUTE = 60_000
const at = (minutes: number) => instantAt(NOW + minutes * MINUTE)

let database: Database
/** Alarms of two firms, and of no firm. */
let alarms: { id: number; kind: string; firm_id: number | null }[]
beforeAll(async () => {
  database = await openTestDatabase()
  for (const statement of [
    `insert into firms (code, name) values ('A', 'A'), ('B', 'B')`,
    `insert into users (name, email, password_hash) select 'K', i || '@dalyan.test', '' from generate_series(1, 3) i`,
    `insert into tanks (code, name, firm_id) select 'T-' || i, 'T', nullif(i % 3, 0) from generate_series(1, 6) i`,
    `insert into terminals (code, status) select 'D-' || i, 'active' from generate_series(1, 6) i`,
    `insert into incidents (started_at, occurred_at) values (now(), now())`,
    `insert into alarms (incident_id, tank_id, terminal_id, metric, kind, severity, state, out_since, raised_at, last_at, occurred_at)
      select 1, i, i, 'ph', case when i % 2 = 0 then 'silent' else 'high' end, 'critical', 'active_unack', now(), now(), now(), array[now()] from generate_series(1, 6) i`,
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
  recipient: { user_id?: number; webhook_id?: number },
  channel: PlannedNotification['channel'],
  not_before: string | null = null,
): PlannedNotification => ({ user_id: null, webhook_id: null, ...recipient, channel, reason: 'raised', not_before })
const plan = (...all: PlannedNotification[]): NotificationPlan => ({
  reminder_number: 0,
  alarms: alarms.map(({ id }) => ({ alarm_id: id, episode_at: at(0) })),
  wanted: all,
})
const [ONE, TWO, THREE] = [{ user_id: 1 }, { user_id: 2 }, { user_id: 3 }]

test('one notification per alarm, recipient and channel is inserted, however often it is requested', async () => {
  const notifications = notificationsRepository(database)
  const { id: webhook_id } = await database.db
    .insertInto('webhooks')
    .values({ firm_id: 1, url: 'https://a.example/', events: [], secret: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const due = async (minutes: number) =>
    (await notifications.findDestinations(at(minutes)))
      .map((one) => `${one.user_id ?? 'webhook'} ${one.channel}`)
      .toSorted()
  await notifications.insert([plan(wanted(ONE, 'app'), wanted(ONE, 'app'), wanted(TWO, 'mail', at(60)))], at(0))
  expect(await due(0)).toEqual(['1 app'])
  expect((await all()).map(({ alarm_id, user_id, channel }) => `${alarm_id} ${user_id} ${channel}`).toSorted()).toEqual(
    alarms.flatMap(({ id }) => [`${id} 1 app`, `${id} 2 mail`]).toSorted(),
  )
  const webhook = wanted({ webhook_id }, 'webhook')
  await notifications.insert([plan(wanted(ONE, 'app'), wanted(TWO, 'mail'), wanted(THREE, 'push'), webhook)], at(1))
  expect(await all()).toHaveLength(4 * alarms.length)
  // A webhook is also notified of a transition at the same instant.
  await notifications.insert([plan(webhook, { ...webhook, reason: 'cleared' })], at(1))
  expect(await all()).toHaveLength(5 * alarms.length)
  expect(await due(59)).toEqual(['1 app', '3 push', 'webhook webhook'])
  expect(await due(60)).toEqual(['1 app', '2 mail', '3 push', 'webhook webhook'])
  await notifications.insert([{ ...plan(wanted(ONE, 'app')), reminder_number: 1 }], at(5))
  expect(await all()).toHaveLength(6 * alarms.length)
})

test('the recent notifications of a destination equal a filter over all rows', async () => {
  await database.query('truncate notifications cascade')
  let seed = 11
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
  const pick = <T>(...values: T[]) => values[random(values.length)] ?? null
  for (let i = 0; i < 200; i += 1) {
    const queued = -random(12)
    const sent = pick(null, Math.min(0, queued + random(6)))
    const row = [
      alarms[random(alarms.length)]?.id,
      at(-i),
      pick(0, 0, 1, 2),
      pick(1, 2),
      pick('app', 'mail'),
      at(queued),
      pick(null, null, at(queued + 5)),
      sent === null ? null : at(sent),
      sent === null ? pick(at(queued), null) : null,
    ]
    await database.query(
      `insert into notifications (alarm_id, episode_at, reminder_number, reason, user_id, channel, queued_at, not_before, sent_at, next_try_at)
        values ($1, $2, $3, 'raised', $4, $5, $6, $7, $8, $9)`,
      row,
    )
  }
  const rows = await all()
  const since = at(-5)
  for (const channel of ['app', 'mail'] as const) {
    const expected = rows.filter(
      (row) =>
        row.user_id === 1 &&
        row.channel === channel &&
        ((row.next_try_at !== null && (row.not_before === null || row.not_before <= at(0))) ||
          (row.sent_at !== null && row.sent_at > since)),
    )
    const destination = { user_id: 1, webhook_id: null, channel }
    const found = await notificationsRepository(database).findRecent(destination, since, at(0))
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    for (const { alarm_id, kind, firm_id } of found)
      expect({ kind, firm_id }).toEqual({
        kind: alarms.find(({ id }) => id === alarm_id)?.kind,
        firm_id: alarms.find(({ id }) => id === alarm_id)?.firm_id,
      })
  }
})
