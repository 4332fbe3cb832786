import { describe, expect, test } from 'vitest'
import { by, useMailingStage, type NotificationStage } from '../../../../tests/notification-stage.ts'
import { setPreferences } from '../preferences/preferences.service.ts'
import { setOnCall } from './on-call.service.ts'

// Recipients of an alarm, their channels, and the on-call order.
let t: NotificationStage
useMailingStage((opened) => (t = opened))

describe('recipients of an alarm', () => {
  test('recipients are users of the firm and of firms above it who may acknowledge, and admins who chose all firms', async () => {
    const above = await t.firm()
    const firm = await t.firm(above)
    const below = await t.firm(firm)
    const people = {
      operator: await t.user('operator', firm, { channels: by('app') }),
      boss: await t.user('operator', above, { channels: by('app') }),
      customer: await t.user('customer', firm),
      below: await t.user('operator', below),
      foreign: await t.user('operator', await t.firm()),
      silentAdmin: await t.user('admin', null),
      admin: await t.user('admin', null, { channels: by('app'), all_firms: true }),
    }
    await t.raised(firm)
    expect(await t.notified()).toEqual(
      [people.operator, people.boss, people.admin].map((id) => `${id} app raised`).toSorted(),
    )
    await setPreferences(
      t.notifications.needs,
      { id: people.admin, permissions: new Set(['firms.manage']) },
      { all_firms: false },
    )
  })

  test('the only recipients for a tank without a firm are admins who chose all firms', async () => {
    const admin = await t.user('admin', null, { channels: by('app'), all_firms: true })
    await t.raised(null)
    expect(await t.notified()).toEqual([`${admin} app raised`])
    await setPreferences(
      t.notifications.needs,
      { id: admin, permissions: new Set(['firms.manage']) },
      { all_firms: false },
    )
  })
})

describe('the preferences of a recipient', () => {
  test('a recipient is notified by the channels chosen for the severity', async () => {
    const firm = await t.firm()
    const channels = { critical: ['app' as const], warning: [], info: [] }
    const user = await t.user('operator', firm, { channels })
    await t.raised(firm)
    expect(await t.notified()).toEqual([])
    await t.raised(firm, 9.5)
    expect(await t.notified()).toEqual([`${user} app raised`])
  })
})

const ADMIN = { id: 1, name: 'Yönetici', address: null, browser: null }

describe('on call', () => {
  test('an alarm unanswered for ten minutes notifies the next user on call, an answered one does not', async () => {
    const firm = await t.firm()
    const [first, second, third] = [
      await t.user('operator', firm, { channels: by() }),
      await t.user('admin', null, { channels: by() }),
      await t.user('operator', firm, { channels: by() }),
    ]
    await setOnCall(
      t.notifications.needs,
      firm,
      { data: [first, second, third].map((user_id) => ({ user_id })) },
      ADMIN,
    )
    const { id } = await t.raised(firm)
    expect(await t.notified('mail')).toEqual([`${first} mail raised`])
    await t.pass(9)
    expect(await t.notified('mail')).toEqual([])
    await t.pass(1)
    expect(await t.notified('mail')).toEqual([`${second} mail escalated`])
    await t.acknowledge(id, second)
    await t.pass(10)
    expect(await t.notified('mail')).toEqual([])
  })
})

describe('the on-call order', () => {
  /** A firm whose on-call order has users with these roles, each so many minutes after the one before. */
  async function withOrder(...people: [role: 'operator' | 'admin', minutes: number][]) {
    const firm = await t.firm()
    const ids: number[] = []
    for (const [role] of people) ids.push(await t.user(role, role === 'admin' ? null : firm, { channels: by('mail') }))
    const data = ids.map((user_id, i) => ({ user_id, delay_minutes: people[i]?.[1] ?? 0 }))
    await setOnCall(t.notifications.needs, firm, { data }, ADMIN)
    return { firm, ids }
  }

  test('each user on call is notified after an own delay; after the last, reminders go to all', async () => {
    const { firm, ids } = await withOrder(['operator', 0], ['operator', 3], ['admin', 15])
    const [first, second, third] = ids
    await t.raised(firm)
    expect(await t.notified()).toEqual([`${first} mail raised`, `${second} app raised`, `${third} app raised`])
    await t.pass(3)
    expect(await t.notified('mail')).toEqual([`${second} mail escalated`])
    await t.pass(14)
    expect(await t.notified()).toEqual([])
    await t.pass(1)
    expect(await t.notified('mail')).toEqual([`${third} mail escalated`])
    await t.pass(42)
    expect(await t.notified('mail')).toEqual([first, second, third].map((id) => `${id} mail reminder`).toSorted())
  })

  test('the order of the nearest firm that has one counts; its users are notified of no other firm', async () => {
    const { firm: above, ids } = await withOrder(['admin', 0])
    const firm = await t.firm(above)
    await t.raised(firm)
    expect(await t.notified()).toEqual([`${ids[0]} mail raised`])
    await t.raised(await t.firm())
    expect(await t.notified()).toEqual([])
  })

  test('the order skips users who are deleted, have lost the right, or moved to another firm', async () => {
    const { firm, ids } = await withOrder(['operator', 0], ['operator', 10], ['operator', 10], ['operator', 10])
    const [gone = 0, customer = 0, moved = 0, last = 0] = ids
    await t.database.query('update users set deleted_at = now() where id = $1', [gone])
    await t.database.query(`update user_roles set role = 'customer' where user_id = $1`, [customer])
    await t.database.query('update users set firm_id = $2 where id = $1', [moved, await t.firm()])
    await t.raised(firm)
    expect(await t.notified()).toEqual([`${last} mail raised`])
    await t.pass(20)
    expect(await t.notified()).toEqual([])
  })

  test('the order skips a user without a trusted address and without a browser', async () => {
    const { firm, ids } = await withOrder(['operator', 0], ['operator', 10], ['operator', 10])
    const [unreached = 0, second, third] = ids
    await t.database.query('update users set email_self_declared = true where id = $1', [unreached])
    await t.raised(firm)
    expect(await t.notified('mail')).toEqual([`${second} mail raised`])
    await t.pass(10)
    expect(await t.notified('mail')).toEqual([`${third} mail escalated`])
  })

  test('an order whose users are all deleted is ignored: that of the firm above counts', async () => {
    const { firm: above, ids } = await withOrder(['admin', 0])
    const firm = await t.firm(above)
    const user = await t.user('operator', firm)
    await setOnCall(t.notifications.needs, firm, { data: [{ user_id: user }] }, ADMIN)
    await t.database.query('update users set deleted_at = now() where id = $1', [user])
    await t.raised(firm)
    expect(await t.notified()).toEqual([`${ids[0]} mail raised`])
  })
})
