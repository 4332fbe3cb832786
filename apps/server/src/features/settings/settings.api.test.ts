import { authApi } from '@dalyan/contracts/auth'
import { brandingApi } from '@dalyan/contracts/branding'
import { settingsApi } from '@dalyan/contracts/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { settingsRepository } from './settings.repository.ts'

/** The settings that are not texts, with their defaults. */
const OTHERS = {
  points_per_delivered_order: 10,
  log_retention_iot_days: 90,
  log_retention_tank_days: 3650,
  log_retention_server_days: 30,
  measurement_retention_raw_days: null,
  measurement_retention_15m_days: null,
  measurement_retention_6h_days: null,
  weekly_channel_test: true,
  altitude_metres: 0,
}

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

test('a visitor may read whether registration is open', async () => {
  expect(await kit.as.visitor.get(settingsApi.selfSignup)).toMatchObject({ status: 200, body: { enabled: false } })
  await settingsRepository(kit.database).set('self_signup', true)
  expect((await kit.as.visitor.get(settingsApi.selfSignup)).body).toEqual({ enabled: true })
})

test('every signed-in user may read the altitude that an administrator sets', async () => {
  expect((await kit.as.customer.get(settingsApi.altitude)).body).toEqual({ metres: 0 })
  await kit.as.admin.put(settingsApi.updateSystem, { body: { altitude_metres: 850 } })
  expect((await kit.as.customer.get(settingsApi.altitude)).body).toEqual({ metres: 850 })
  await settingsRepository(kit.database).set('altitude_metres', 0)
})

test('system name and title are returned URL-encoded', async () => {
  expect((await kit.as.visitor.get(settingsApi.system)).body).toEqual({ system_name: 'Dalyan', system_title: 'Dalyan' })
  await settingsRepository(kit.database).set('system_title', 'Şükrü & Oğulları 100%')
  expect((await kit.as.visitor.get(settingsApi.system)).body.system_title).toBe(
    '%C5%9E%C3%BCkr%C3%BC%20%26%20O%C4%9Fullar%C4%B1%20100%25',
  )
})

test('the brand is returned with the address of the deployment', async () => {
  const { status, body } = await kit.as.visitor.get(brandingApi.config)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { success: true, data: { name: { original: 'Dalyan' }, theme: { primaryColor: '#1976D2' } } },
  })
  expect(body.data.domain.apiUrl).toMatch(/^http:\/\//)
})

describe('an administrator', () => {
  test('opens and closes registration', async () => {
    const register = () =>
      kit.as.visitor.post(authApi.register, {
        body: { name: 'Biri', email: 'x@y.test', password: 'mavi kayık 12', password_confirmation: 'mavi kayık 12' },
      })
    expect(await kit.as.admin.post(settingsApi.setSelfSignup, { body: { enabled: false } })).toMatchObject({
      status: 200,
      body: { enabled: false },
    })
    expect((await register()).status).toBe(403)
    await kit.as.admin.post(settingsApi.setSelfSignup, { body: { enabled: true } })
    expect((await kit.as.admin.get(settingsApi.adminSelfSignup)).body).toEqual({ enabled: true })
    expect((await register()).status).toBe(201)
  })

  test('sets name and title as plain text and receives them URL-encoded', async () => {
    const name = await kit.as.admin.put(settingsApi.setSystemName, { body: { name: ' Ege & Mavi ' } })
    expect(name).toMatchObject({ status: 200, body: { value: 'Ege%20%26%20Mavi' } })
    const title = await kit.as.admin.put(settingsApi.setSystemTitle, { body: { title: '%20' } })
    expect(title.body).toEqual({ value: '%2520' })
    const shown = { system_name: 'Ege%20%26%20Mavi', system_title: '%2520' }
    expect((await kit.as.visitor.get(settingsApi.system)).body).toEqual(shown)
    expect((await kit.as.admin.get(settingsApi.adminSystem)).body).toEqual({ ...shown, ...OTHERS })
  })

  test('sets several settings at once, and unnamed ones stay', async () => {
    await kit.as.admin.put(settingsApi.updateSystem, { body: { system_name: 'Bir', system_title: 'İki' } })
    const reply = await kit.as.admin.put(settingsApi.updateSystem, {
      body: {
        points_per_delivered_order: 25,
        log_retention_iot_days: 7,
        weekly_channel_test: false,
        self_signup: false,
        demo: {},
      } as never,
    })
    expect(reply.body).toEqual({
      system_name: 'Bir',
      system_title: '%C4%B0ki',
      ...OTHERS,
      points_per_delivered_order: 25,
      log_retention_iot_days: 7,
      weekly_channel_test: false,
    })
    expect((await kit.as.admin.get(settingsApi.adminSelfSignup)).body).toEqual({ enabled: true })
    expect(await settingsRepository(kit.database).get('demo')).toBeNull()
  })

  test.each([
    ['an empty name', { system_name: ' ' }, 'system_name'],
    ['a title that is too long', { system_title: 'x'.repeat(121) }, 'system_title'],
    ['a lone surrogate', { system_title: 'x\ud800' }, 'system_title'],
    ['points below zero', { points_per_delivered_order: -1 }, 'points_per_delivered_order'],
    ['log retention of zero days', { log_retention_server_days: 0 }, 'log_retention_server_days'],
    ['log retention of more than ten years', { log_retention_tank_days: 3651 }, 'log_retention_tank_days'],
    ['readings kept for less than 90 days', { measurement_retention_raw_days: 89 }, 'measurement_retention_raw_days'],
    ['an altitude above 5,000 m', { altitude_metres: 5001 }, 'altitude_metres'],
    ['half a point', { points_per_delivered_order: 0.5 }, 'points_per_delivered_order'],
  ])('cannot set %s, and no setting changes', async (_title, wish, field) => {
    const before = (await kit.as.admin.get(settingsApi.adminSystem)).body
    const body = { system_name: 'Başka', ...wish }
    const reply = await kit.as.admin.put(settingsApi.updateSystem, { body })
    expect({ status: reply.status, fields: Object.keys(reply.body.errors ?? {}) }).toEqual({
      status: 422,
      fields: [field],
    })
    expect((await kit.as.admin.get(settingsApi.adminSystem)).body).toEqual(before)
  })

  test('keeps roll-ups at least as long as what they are made of', async () => {
    const set = (raw: number | null, quarters: number | null, sixHours?: number | null) =>
      kit.as.admin.put(settingsApi.updateSystem, {
        body: {
          measurement_retention_raw_days: raw,
          measurement_retention_15m_days: quarters,
          ...(sixHours === undefined ? {} : { measurement_retention_6h_days: sixHours }),
        },
      })
    expect((await set(400, 365)).body.errors).toEqual({
      measurement_retention_15m_days: ['Daha ayrıntılı verilerden kısa süre saklanamaz.'],
    })
    expect(await set(null, 365)).toMatchObject({ status: 422 })
    expect(await set(400, 800, 730)).toMatchObject({ status: 422 })
    expect(await set(90, 365, 730)).toMatchObject({ status: 200, body: { measurement_retention_6h_days: 730 } })
    // The days that are not named stay.
    expect((await set(90, null)).body.errors).toHaveProperty('measurement_retention_6h_days')
    expect(await set(null, null, null)).toMatchObject({ status: 200, body: { measurement_retention_15m_days: null } })
  })

  test.each([
    [settingsApi.setSystemName, 'name'],
    [settingsApi.setSystemTitle, 'title'],
    [settingsApi.setSelfSignup, 'enabled'],
    [settingsApi.setTerminalCommLogging, 'enabled'],
  ] as const)('%o requires its value', async (endpoint, field) => {
    const { status, body } = await kit.as.admin.put(endpoint, { body: {} } as never)
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] })
  })

  test("enables message logging, which applies from a terminal's next message on", async () => {
    const terminal = await kit.given.terminal()
    const send = async (minute: number) => {
      const measured_at = new Date(Date.now() - minute * 60_000).toISOString()
      expect(await kit.send(terminal, { measured_at, ph: 7.5 })).toBe(201)
    }
    const logged = async () =>
      (
        await kit.database.db
          .selectFrom('terminal_logs')
          .select('id')
          .where('terminal_id', '=', terminal.id)
          .where('event', '=', 'message')
          .execute()
      ).length
    await send(3)
    const on = await kit.as.admin.post(settingsApi.setTerminalCommLogging, { body: { enabled: true } })
    expect(on.body).toEqual({ enabled: true })
    await send(2)
    await expect.poll(logged).toBe(1)
    await kit.as.admin.post(settingsApi.setTerminalCommLogging, { body: { enabled: false } })
    expect((await kit.as.admin.get(settingsApi.terminalCommLogging)).body).toEqual({ enabled: false })
    await send(1)
    // An entry that the second message wrote would be there by the third.
    await kit.as.admin.post(settingsApi.setTerminalCommLogging, { body: { enabled: true } })
    await send(0)
    await expect.poll(logged).toBe(2)
  })
})
