import { measurementsApi } from '@dalyan/contracts/measurements'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'
import { instantAt } from '../../../core/clock.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const HOUR = 3_600_000
const at = (id: number) => ({ params: { id } })
const give = (tank: number, template: number | null) =>
  kit.as.admin.put(tanksApi.update, { ...at(tank), body: { range_template_id: template } })
const edit = (template: number, body: Record<string, unknown>) =>
  kit.as.admin.put(rangeTemplatesApi.update, { ...at(template), body })
const ph = (min: number | null, max: number | null) => ({ ranges: { ph: { min, max } } })

/** An hour passes before each of the actions. @returns the time of each, epoch seconds */
async function hourly(...actions: (() => Promise<{ status: number }>)[]): Promise<number[]> {
  const times: number[] = []
  for (const act of actions) {
    kit.clock.advance(HOUR)
    times.push(kit.clock.now() / 1000)
    expect([200, 204]).toContain((await act()).status)
  }
  return times
}

/** The steps of a series between two times, epoch seconds. */
async function steps(tank: number, from: number, to: number, metrics?: string) {
  const query = { from: instantAt(from * 1000), to: instantAt(to * 1000), ...(metrics ? { metrics: [metrics] } : {}) }
  return (await kit.as.admin.get(measurementsApi.tankSeries, { ...at(tank), query } as never)).body.limits
}

describe('the limits in force of a tank change', () => {
  test('when its template is edited, switched off and on again, taken away, given and replaced', async () => {
    const template = await kit.given.rangeTemplate(ph(7, 8))
    const other = await kit.given.rangeTemplate(ph(null, 9))
    const { id } = await kit.given.tank({ range_template_id: template.id })
    const start = kit.clock.now() / 1000
    const times = await hourly(
      () => edit(template.id, ph(7, 8.5)),
      () => edit(template.id, { active: false }),
      () => edit(template.id, { active: true }),
      () => give(id, null),
      () => give(id, template.id),
      () => give(id, other.id),
    )
    const [edited, off, on, taken, given, replaced] = times
    expect((await steps(id, start - 86_400, (replaced ?? 0) + 1))?.ph).toEqual([
      { from: start - 86_400, min: 7, max: 8 },
      { from: edited, min: 7, max: 8.5 },
      { from: off, min: null, max: null },
      { from: on, min: 7, max: 8.5 },
      { from: taken, min: null, max: null },
      { from: given, min: 7, max: 8.5 },
      { from: replaced, min: null, max: 9 },
    ])
  })

  test('when the template of a deleted tank is deleted', async () => {
    const template = await kit.given.rangeTemplate(ph(7, 8))
    const { id } = await kit.given.tank({ range_template_id: template.id })
    const [removed, gone] = await hourly(
      () => kit.as.admin.delete(tanksApi.remove, at(id)),
      () => kit.as.admin.delete(rangeTemplatesApi.remove, at(template.id)),
    )
    expect((await steps(id, (removed ?? 0) - 60, (gone ?? 0) + 60))?.ph).toEqual([
      { from: (removed ?? 0) - 60, min: 7, max: 8 },
      { from: gone, min: null, max: null },
    ])
  })

  test('when its template is switched off before it is given, only once that is switched on', async () => {
    const template = await kit.given.rangeTemplate({ ...ph(7, 8), active: false })
    const { id } = await kit.given.tank()
    const [given, on] = await hourly(
      () => give(id, template.id),
      () => edit(template.id, { active: true }),
    )
    expect((await steps(id, (given ?? 0) - 60, (on ?? 0) + 60))?.ph).toEqual([
      { from: (given ?? 0) - 60, min: null, max: null },
      { from: on, min: 7, max: 8 },
    ])
  })

  test('not when its name, its delay, its severities or its critical limits change', async () => {
    const template = await kit.given.rangeTemplate(ph(7, 8))
    const { id } = await kit.given.tank({ range_template_id: template.id })
    await hourly(
      () => edit(template.id, { name: `${template.name} 2`, delay_seconds: 5 }),
      () => edit(template.id, { ranges: { ph: { min: 7, max: 8, severity: 'critical', critical_max: 9 } } }),
      () => kit.as.admin.put(tanksApi.update, { ...at(id), body: { name: 'Başka' } }),
    )
    const { rows } = await kit.database.query('select since::text as since from tank_limits where tank_id = $1', [id])
    expect(rows).toEqual([{ since: '-infinity' }])
  })

  test('and the last of several simultaneous changes is the one in force', async () => {
    const [a, b] = [await kit.given.rangeTemplate(ph(7, 8)), await kit.given.rangeTemplate(ph(6, 9))]
    const { id } = await kit.given.tank({ range_template_id: a.id })
    for (let round = 1; round <= 5; round += 1) {
      const [from, to] = round % 2 === 1 ? [a, b] : [b, a]
      const replies = await Promise.all([
        give(id, to.id),
        edit(from.id, ph(5, 9 + round)),
        edit(to.id, ph(4, 9 + round / 10)),
      ])
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
      const { rows } = await kit.database.query(
        `select l.hi = r.hi as same from tanks k join range_templates r on r.id = k.range_template_id
         cross join lateral (select hi from tank_limits where tank_id = k.id order by since desc limit 1) l where k.id = $1`,
        [id],
      )
      expect(rows).toEqual([{ same: true }])
    }
  })
})

describe('the series of a tank', () => {
  test('has only the steps of its window and the one in force at its start', async () => {
    const template = await kit.given.rangeTemplate({ ranges: { ph: { min: 7, max: 8 }, orp: { min: -50 } } })
    const { id } = await kit.given.tank({ range_template_id: template.id })
    const change = (max: number) => () => edit(template.id, { ranges: { ph: { min: 7, max }, orp: { min: -50 } } })
    const [, second = 0, third = 0] = await hourly(change(8.1), change(8.2), change(8.3), change(8.4))
    const orp = [{ from: second + 60, min: -50, max: null }]
    expect(await steps(id, second + 60, third + 60)).toEqual({
      ph: [
        { from: second + 60, min: 7, max: 8.2 },
        { from: third, min: 7, max: 8.3 },
      ],
      orp,
    })
    expect(await steps(id, second + 60, third + 60, 'orp')).toEqual({ orp })
    expect((await steps(id, second, third))?.ph).toEqual([{ from: second, min: 7, max: 8.2 }])
  })

  test('has no limits where the tank had none, and a series of a terminal has no such field', async () => {
    const { id } = await kit.given.tank()
    const now = kit.clock.now() / 1000
    expect(await steps(id, now - 60, now)).toEqual({})
    const terminal = await kit.given.terminal()
    const { body } = await kit.as.admin.get(measurementsApi.terminalSeries, at(terminal.id))
    expect(body).not.toHaveProperty('limits')
  })

  test('is not found for a user of another firm', async () => {
    const template = await kit.given.rangeTemplate(ph(7, 8))
    const { id } = await kit.given.tank({ range_template_id: template.id, firm_id: kit.ownFirm.id })
    expect((await kit.as.customer.get(measurementsApi.tankSeries, at(id))).body.limits).toHaveProperty('ph')
    const stranger = await kit.someone({ role: 'operator', firm_id: (await kit.given.firm()).id })
    expect((await stranger.get(measurementsApi.tankSeries, at(id))).status).toBe(404)
  })
})
