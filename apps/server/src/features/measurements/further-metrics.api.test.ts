import { measurementsApi } from '@dalyan/contracts/measurements'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let t: TestApp
beforeAll(async () => (t = await startTestApp()))
afterAll(() => t.close())

const inUse = async (user: TestUser) => (await user.get(measurementsApi.furtherMetrics)).body.data

async function fileTitle(tank: number): Promise<string> {
  const { body } = await t.app.server.inject({
    url: measurementsApi.tankExport.path.replace(':id', String(tank)),
    headers: { authorization: `Bearer ${t.as.admin.token}` },
  })
  return body.split('\n')[0] ?? ''
}

test('dissolved oxygen is stored, limited, alarmed and filed, and shown only to those whose tanks have it', async () => {
  const ownTerminal = await t.given.terminal()
  const otherTerminal = await t.given.terminal()
  const own = await t.given.tank({ status: 'active', firm_id: t.ownFirm.id, iot_ids: [ownTerminal.id] })
  const strange = await t.given.firm()
  const template = await t.given.rangeTemplate({
    ranges: { dissolved_oxygen: { min: 5, max: null, critical_min: 4 } },
    delay_seconds: 0,
  })
  expect(await inUse(t.as.admin)).toEqual(['dissolved_oxygen'])
  expect(await inUse(t.as.operator)).toEqual([])
  const foreign = await t.given.tank({
    status: 'active',
    firm_id: strange.id,
    iot_ids: [otherTerminal.id],
    range_template_id: template.id,
  })

  const measured_at = new Date(t.clock.now()).toISOString()
  await t.deliver(otherTerminal, { measured_at, dissolved_oxygen: 3.5, oxygen_saturation: 41, tank_temperature: 18 })
  await t.deliver(ownTerminal, { measured_at, tank_temperature: 18 })

  const tank = (await t.as.admin.get(tanksApi.get, { params: { id: foreign.id } })).body
  expect(tank.last_measurement).toMatchObject({ dissolved_oxygen: { value: 3.5 }, oxygen_saturation: { value: 41 } })
  const { data } = (await t.as.admin.get(alarmsApi.list, { query: { tank_id: foreign.id } })).body
  expect(data).toMatchObject([{ metric: 'dissolved_oxygen', kind: 'low', severity: 'critical' }])
  expect(await inUse(t.as.admin)).toEqual(['dissolved_oxygen', 'oxygen_saturation'])
  expect(await inUse(t.as.operator)).toEqual([])
  expect(await fileTitle(foreign.id)).toMatch(/,conductivity,dissolved_oxygen,oxygen_saturation$/)
  expect(await fileTitle(own.id)).toMatch(/,conductivity$/)

  await t.deliver(ownTerminal, { oxygen_saturation: 98 })
  expect(await inUse(t.as.operator)).toEqual(['oxygen_saturation'])
})

test('a value of oxygen outside its physical bounds is left out of the reading', async () => {
  const terminal = await t.given.terminal()
  const reply = await t.deliver(terminal, { dissolved_oxygen: 40.5, oxygen_saturation: 401, ph: 8 })
  expect(reply.status).toBe(201)
  const stored = await t.database.db
    .selectFrom('measurements')
    .select(['dissolved_oxygen', 'oxygen_saturation', 'ph'])
    .where('terminal_id', '=', terminal.id)
    .execute()
  expect(stored).toEqual([{ dissolved_oxygen: null, oxygen_saturation: null, ph: 8 }])
})
