import { alarmsApi } from '@dalyan/contracts/alarms'
import { rangeTemplatesApi, type RangeTemplateInput } from '@dalyan/contracts/range-templates'
import { rehearsalApi } from '@dalyan/contracts/rehearsal'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let kit: TestApp
let template: { id: number }
const tanks: number[] = []
beforeAll(async () => {
  kit = await startTestApp()
  template = await kit.given.rangeTemplate({ delay_seconds: 0, ranges: { ph: { min: 5, max: 9 } } })
  for (const ph of [6.5, 7.5, 8.1]) tanks.push(await tankWith(ph, template.id))
  await tankWith(8.9, (await kit.given.rangeTemplate()).id)
})
afterAll(() => kit.close())

async function tankWith(ph: number, range_template_id: number): Promise<number> {
  const terminal = await kit.given.terminal()
  const { id } = await kit.given.tank({ status: 'active', iot_ids: [terminal.id], range_template_id })
  expect(await kit.send(terminal, { ph })).toBe(201)
  return id
}
const preview = (ranges: RangeTemplateInput['ranges'], id = template.id) =>
  kit.as.admin.post(rangeTemplatesApi.preview, { params: { id }, body: { ranges } })
const ph = (min: number | null, max: number | null) => ({ ph: { min, max, severity: 'warning' as const } })

test('the preview counts the tanks that would be out of range now, and changes nothing', async () => {
  expect((await preview(ph(5, 9))).body).toEqual({ tanks: 3, out_of_range: 0 })
  expect((await preview(ph(7, null))).body).toEqual({ tanks: 3, out_of_range: 1 })
  expect((await preview(ph(7, 8))).body).toEqual({ tanks: 3, out_of_range: 2 })
  // A value equal to its limit is in range.
  expect((await preview(ph(6.5, 8.1))).body).toEqual({ tanks: 3, out_of_range: 0 })
  expect((await preview({ ...ph(7, 8), salinity: { min: 30, max: 40, severity: 'warning' } })).body.out_of_range).toBe(
    2,
  )
  const open = await kit.as.admin.get(alarmsApi.list, { query: { tank_id: tanks[0] } })
  expect(open.body.total).toBe(0)
})

test('the preview excludes suspended tanks, and counts no stale value as out of range', async () => {
  await kit.as.admin.put(tanksApi.update, { params: { id: tanks[0] ?? 0 }, body: { status: 'suspended' } })
  expect((await preview(ph(7, 8))).body).toEqual({ tanks: 2, out_of_range: 1 })
  kit.clock.advance(10 * 60_000)
  expect((await preview(ph(7, 8))).body).toEqual({ tanks: 2, out_of_range: 0 })
})

test('the preview refuses invalid limits and an unknown template', async () => {
  expect(await preview(ph(8, 7))).toMatchObject({ status: 422 })
  expect(await preview({})).toMatchObject({ status: 422, body: { errors: { ranges: expect.anything() as unknown } } })
  expect((await preview(ph(7, 8), 999_999)).status).toBe(404)
})

const rehearse = (min: number | null, max: number | null, id = template.id) =>
  kit.as.admin.post(rehearsalApi.rehearse, {
    params: { id },
    body: { metric: 'ph', min, max, delay_seconds: 0 },
  })

test('limits are tried on what the active tanks of the template measured, and change nothing', async () => {
  const { body } = await rehearse(7, 8)
  // The tank with 6.5 is suspended.
  expect(body).toMatchObject({ tanks: 2, evaluated_tanks: 2, next: null, alarms: 1, alarmed_tanks: 1 })
  expect(body.newest).toMatchObject([{ tank: { id: tanks[2] }, kind: 'high', cleared_at: null, peak: 8.1 }])
  expect((await rehearse(7, null)).body).toMatchObject({ alarms: 0, newest: [], out_of_range_seconds: 0 })
  const open = await kit.as.admin.get(alarmsApi.list, { query: { tank_id: tanks[2] } })
  expect(open.body.total).toBe(0)
})

test('the history of a template is that of its active tanks together', async () => {
  const { body } = await kit.as.admin.get(rehearsalApi.history, { params: { id: template.id } })
  const { min = [], max = [] } = body.metrics.ph ?? {}
  const [least, greatest] = [min, max].map((values) => values.filter((value) => value !== null))
  expect([Math.min(...(least ?? [])), Math.max(...(greatest ?? []))]).toEqual([7.5, 8.1])
  expect((Date.parse(body.to) - Date.parse(body.from)) / 86_400_000).toBe(30)
})

test('a rehearsal refuses invalid limits and an unknown template', async () => {
  expect(await rehearse(8, 7)).toMatchObject({
    status: 422,
    body: { errors: { 'ranges.ph.min': expect.anything() as unknown } },
  })
  expect(await rehearse(null, null)).toMatchObject({ status: 422 })
  expect((await rehearse(7, 8, 999_999)).status).toBe(404)
})
