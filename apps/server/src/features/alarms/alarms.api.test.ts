import { alarmsApi } from '@dalyan/contracts/alarms'
import { EXAMPLE_ALARM } from '@dalyan/contracts/example-alarm'
import { rangeTemplatesApi, type RangeTemplateChange } from '@dalyan/contracts/range-templates'
import { tanksApi, type TankChange } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt } from '../../core/clock.ts'
import { givenAlarm, givenTank, type GivenTank } from '../../../tests/given-alarm.ts'
import { DEFAULT_ORDER } from './alarms.sql.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

const MINUTE_MS = 60_000

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const ago = (minutes: number) => instantAt(t.clock.now() - minutes * MINUTE_MS)

const ownTank = () => givenTank(t)
const given = (tank: GivenTank, wish: Parameters<typeof givenAlarm>[2] = {}) => givenAlarm(t, tank, wish)

const idsOf = (reply: { body: { data: { id: number }[] } }) => reply.body.data.map(({ id }) => id)

describe('GET /api/alarms', () => {
  test('the list shows an alarm with its tank, terminal, values and times', async () => {
    const tank = await ownTank()
    const id = await given(tank, { raised_at: ago(5) })
    const { body, status } = await t.as.operator.get(alarmsApi.list, { query: { tank_id: tank.id } })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          ...EXAMPLE_ALARM,
          id,
          incident_id: expect.any(Number),
          tank: { id: tank.id, code: tank.code, name: tank.name },
          iot: { id: tank.terminal.id, code: tank.terminal.code },
          severity: 'warning',
          value: 8.1,
          peak: 8.3,
          occurrence_peak: 8.3,
          limit: 8,
          out_since: ago(5),
          raised_at: ago(5),
          last_at: ago(5),
        },
      ],
      total: 1,
      current_page: 1,
      last_page: 1,
      per_page: 25,
    })
  })

  test('the list sorts active before returned, then unacknowledged, then by severity, then newest first', async () => {
    const tank = await ownTank()
    const returned = await given(tank, { metric: 'tank_temperature', severity: 'critical', state: 'rtn_unack' })
    const acknowledged = await given(tank, { state: 'active_ack', severity: 'critical', metric: 'orp' })
    const older = await given(tank, { metric: 'ph', raised_at: ago(20) })
    const newer = await given(tank, { metric: 'salinity', raised_at: ago(15) })
    const info = await given(tank, { metric: 'conductivity', severity: 'info', raised_at: ago(1) })
    const critical = await given(tank, { metric: 'ambient_humidity', severity: 'critical', raised_at: ago(30) })
    const list = await t.as.operator.get(alarmsApi.list, { query: { tank_id: tank.id } })
    expect(idsOf(list)).toEqual([critical, newer, older, info, acknowledged, returned])
    const shown = await t.as.operator.get(tanksApi.get, { params: { id: tank.id } })
    expect(shown.body.open_alarms.map(({ id }) => id)).toEqual(idsOf(list))
    const waiting = { tank_id: tank.id, state: ['active_unack' as const, 'rtn_unack' as const] }
    const unacknowledged = await t.as.operator.get(alarmsApi.list, { query: waiting })
    expect(idsOf(unacknowledged)).toEqual([critical, newer, older, info, returned])
    const sorted = await t.as.operator.get(alarmsApi.list, {
      query: { tank_id: tank.id, sort: [{ field: 'raised_at', descending: false }] },
    })
    expect(idsOf(sorted)[0]).toBe(critical)
  })

  test('the default order is that of an index, so that a long history is not sorted', async () => {
    const plan = await t.database.transact(async ({ query }) => {
      await query('set local enable_seqscan = off')
      await query('set local enable_sort = off')
      return (
        await query<{ 'QUERY PLAN': string }>(`explain select id from alarms a order by ${DEFAULT_ORDER} limit 9`)
      ).rows
    })
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('using alarms_order')
  })

  test('only a returned alarm shows the current value of its metric, from the devices of its own tank', async () => {
    const tank = await ownTank()
    await t.send(tank.terminal, { measured_at: ago(3), salinity: 20, ph: 7 })
    await t.send(tank.terminal, { measured_at: ago(2), salinity: 28.3 })
    const back = { state: 'rtn_unack', kind: 'low', metric: 'salinity', limit_value: 25, peak: 0, value: 3 } as const
    const returned = await given(tank, { ...back, occurrence_peak: 0, raised_at: ago(10) })
    await given(tank, { metric: 'ph' })
    await given(tank, { metric: 'salinity', state: 'closed' })
    const { body } = await t.as.operator.get(alarmsApi.list, { query: { tank_id: tank.id, status: 'all' } })
    expect(body.data.map(({ latest }) => latest)).toEqual([null, { value: 28.3, measured_at: ago(2) }, null])
    expect(body.data[1]).toMatchObject({ id: returned, occurrence_peak: 0, limit: 25 })
  })

  test('the list filters open, shelved, closed and all alarms, and pages with a correct total', async () => {
    const tank = await ownTank()
    const open = await given(tank, { metric: 'ph' })
    const shelved = await given(tank, { metric: 'orp', shelved_until: ago(-10), shelve_reason: 'temizlik' })
    const unshelved = await given(tank, { metric: 'salinity', shelved_until: ago(0) })
    const closed = await given(tank, { metric: 'ph', state: 'closed' })
    const ids = async (status: 'open' | 'shelved' | 'closed' | 'all') =>
      idsOf(
        await t.as.operator.get(alarmsApi.list, {
          query: { tank_id: tank.id, status, sort: [{ field: 'id', descending: false }] },
        }),
      )
    expect(await ids('open')).toEqual([open, unshelved])
    expect(await ids('shelved')).toEqual([shelved])
    expect(await ids('closed')).toEqual([closed])
    expect(await ids('all')).toEqual([open, shelved, unshelved, closed])
    const page = await t.as.operator.get(alarmsApi.list, {
      query: { tank_id: tank.id, status: 'all', per_page: 3, page: 2 },
    })
    expect(page.body).toMatchObject({ total: 4, last_page: 2, current_page: 2, per_page: 3, data: [{ id: closed }] })
    const past = await t.as.operator.get(alarmsApi.list, { query: { tank_id: tank.id, status: 'all', page: 9 } })
    expect(past.body).toMatchObject({ total: 4, data: [] })
  })

  test('the list filters by severity and by metric, several separated by commas', async () => {
    const tank = await ownTank()
    const ph = await given(tank, { metric: 'ph', severity: 'critical' })
    const orp = await given(tank, { metric: 'orp', severity: 'info' })
    await given(tank, { metric: 'salinity' })
    const by = async (query: object) =>
      idsOf(await t.as.operator.get(alarmsApi.list, { query: { tank_id: tank.id, ...query } }))
    expect(await by({ severity: ['critical', 'info'] })).toEqual([ph, orp])
    expect(await by({ metric: ['orp'] })).toEqual([orp])
    expect(await by({ metric: ['orp'], severity: ['critical'] })).toEqual([])
  })

  test('from and to find spans that overlap, at both edges, and always include open alarms', async () => {
    const tank = await ownTank()
    const span = { state: 'closed' as const, out_since: ago(100), closed_at: ago(90) }
    const closed = await given(tank, span)
    const open = await given(tank, { out_since: ago(1) })
    const within = async (from: number, to: number) =>
      idsOf(
        await t.as.operator.get(alarmsApi.list, {
          query: { tank_id: tank.id, status: 'all', from: ago(from), to: ago(to) },
        }),
      ).sort()
    expect(await within(90, 80)).toEqual([closed, open])
    expect(await within(89.999, 80)).toEqual([open])
    expect(await within(110, 100)).toEqual([closed, open])
    expect(await within(110, 100.001)).toEqual([open])
  })

  test('users see the alarms of their own firm and of the firms below it; users without a firm see none', async () => {
    const below = await t.given.firm({ parent_id: t.ownFirm.id })
    const foreign = await t.given.firm()
    const tanks = await Promise.all([below, foreign].map(({ id }) => t.given.tank({ firm_id: id })))
    const [own = 0, other = 0] = await Promise.all(
      tanks.map(async (tank) => given({ ...tank, terminal: await t.given.terminal({ tank_id: tank.id }) })),
    )
    const seenBy = async (user: typeof t.as.admin) =>
      idsOf(await user.get(alarmsApi.list, { query: { per_page: 200 } }))
    expect(await seenBy(t.as.customer)).toContain(own)
    expect(await seenBy(t.as.customer)).not.toContain(other)
    expect(await seenBy(t.as.admin)).toEqual(expect.arrayContaining([own, other]))
    expect(await seenBy(await t.someone({ role: 'customer' }))).toEqual([])
  })

  test.each([
    ['status=maybe', 'status'],
    ['severity=critical,loud', 'severity'],
    ['metric=oxygen', 'metric'],
    ['tank_id=x', 'tank_id'],
    ['from=yesterday', 'from'],
    ['sort=colour', 'sort'],
    ['per_page=201', 'per_page'],
    ['from=2026-11-20&to=2026-11-19', 'to'],
  ])('the list refuses %s', async (query, field) => {
    const reply = await t.app.server.inject({
      url: `/api/alarms?${query}`,
      headers: { authorization: `Bearer ${t.as.admin.token}` },
    })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json<{ errors: object }>().errors)).toEqual([field])
  })

  test('a visitor may not list alarms', async () => {
    expect((await t.as.visitor.get(alarmsApi.list, {})).status).toBe(401)
  })
})

describe('POST /api/alarms/{id}/acknowledge', () => {
  test('an acknowledgement stores user, time and note, and announces the alarm', async () => {
    const id = await given(await ownTank())
    t.emitted()
    const { status, body } = await t.as.operator.post(alarmsApi.acknowledge, {
      params: { id },
      body: { note: 'pompa kontrol edildi' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'active_ack',
      acknowledged_at: ago(0),
      acknowledged_by: { id: t.as.operator.id },
      note: 'pompa kontrol edildi',
    })
    expect(t.emitted()).toMatchObject([
      { name: 'alarm.changed', data: body },
      {
        name: 'tank_log.written',
        data: { event: 'alarm_acknowledged', meta: { alarm_id: id, metric: 'ph', note: 'pompa kontrol edildi' } },
      },
    ])
  })

  test('an acknowledgement closes an alarm that has returned', async () => {
    const id = await given(await ownTank(), { state: 'rtn_unack' })
    const { body } = await t.as.admin.post(alarmsApi.acknowledge, { params: { id }, body: {} })
    expect(body).toMatchObject({ state: 'closed', closed_at: ago(0) })
  })

  test('a second acknowledgement does not replace the first', async () => {
    const id = await given(await ownTank())
    const first = await t.as.operator.post(alarmsApi.acknowledge, { params: { id }, body: {} })
    const second = await t.as.admin.post(alarmsApi.acknowledge, { params: { id }, body: {} })
    expect(second.body).toEqual(first.body)
  })

  test('a closed alarm cannot be acknowledged', async () => {
    const id = await given(await ownTank(), { state: 'closed' })
    const reply = await t.as.operator.post(alarmsApi.acknowledge, { params: { id }, body: {} })
    expect(reply).toMatchObject({ status: 409, body: { code: 'alarm_closed', message: 'Alarm kapanmış.' } })
  })

  test('acknowledging an alarm of another firm is answered as if it did not exist', async () => {
    const foreign = await t.given.firm()
    const tank = await t.given.tank({ firm_id: foreign.id })
    const id = await given({ ...tank, terminal: await t.given.terminal({ tank_id: tank.id }) })
    const theirs = await t.as.operator.post(alarmsApi.acknowledge, { params: { id }, body: {} })
    const nowhere = await t.as.operator.post(alarmsApi.acknowledge, { params: { id: 2_000_000_000 }, body: {} })
    expect(theirs.status).toBe(404)
    expect(theirs.body).toEqual(nowhere.body)
  })

  test('customers and visitors may not acknowledge alarms', async () => {
    const id = await given(await ownTank())
    expect((await t.as.customer.post(alarmsApi.acknowledge, { params: { id }, body: {} })).status).toBe(403)
    expect((await t.as.visitor.post(alarmsApi.acknowledge, { params: { id }, body: {} })).status).toBe(401)
  })
})

describe('changes by users are evaluated at once, by the fresh latest values', () => {
  test('changed limits, templates, tanks and terminals raise and clear alarms, with the reason', async () => {
    const given = (max: number) => t.given.rangeTemplate({ ranges: { ph: { max } }, delay_seconds: 0 })
    const [wide, narrow] = [await given(8), await given(7.5)]
    const terminal = await t.given.terminal()
    const wish = { firm_id: t.ownFirm.id, range_template_id: wide.id, iot_ids: [terminal.id] }
    const tank = await t.given.tank({ ...wish, status: 'active' })
    await t.send(terminal, { ph: 7.7 })
    const template = (id: number, body: RangeTemplateChange) =>
      t.as.admin.put(rangeTemplatesApi.update, { params: { id }, body })
    const tankBecomes = (body: TankChange) => t.as.admin.put(tanksApi.update, { params: { id: tank.id }, body })
    const terminalBecomes = (status: 'active' | 'suspended') =>
      t.as.admin.put(terminalsApi.update, { params: { id: terminal.id }, body: { status } })
    const steps: [what: string, change: () => Promise<{ status: number }>, state: string, note: string][] = [
      [
        'narrower limits',
        () => template(wide.id, { ranges: { ph: { max: 7.5, severity: 'warning' } } }),
        'active_unack',
        '',
      ],
      ['wider limits', () => template(wide.id, { ranges: { ph: { max: 8, severity: 'warning' } } }), 'rtn_unack', ''],
      ['another template', () => tankBecomes({ range_template_id: narrow.id }), 'active_unack', ''],
      [
        'a template switched off',
        () => template(narrow.id, { active: false }),
        'rtn_unack',
        'Aralık şablonu kapatıldı',
      ],
      ['a template switched on', () => template(narrow.id, { active: true }), 'active_unack', ''],
      [
        'a template taken away',
        () => tankBecomes({ range_template_id: null }),
        'rtn_unack',
        'ya da tanktan kaldırıldı',
      ],
      ['a template given', () => tankBecomes({ range_template_id: narrow.id }), 'active_unack', ''],
      ['a tank suspended', () => tankBecomes({ status: 'suspended' }), 'rtn_unack', 'Tank askıya alındı.'],
      ['a tank made active', () => tankBecomes({ status: 'active' }), 'active_unack', ''],
      ['a tank made inactive', () => tankBecomes({ status: 'inactive' }), 'rtn_unack', 'Tank pasif yapıldı.'],
      ['a tank made active', () => tankBecomes({ status: 'active' }), 'active_unack', ''],
      ['a terminal suspended', () => terminalBecomes('suspended'), 'rtn_unack', 'Terminal askıya alındı.'],
      ['a terminal made active', () => terminalBecomes('active'), 'active_unack', ''],
      ['a terminal taken off', () => tankBecomes({ iot_ids: [] }), 'rtn_unack', 'Terminal tanktan alındı.'],
    ]
    for (const [what, change, state, note] of steps) {
      expect({ what, status: (await change()).status }).toEqual({ what, status: 200 })
      const query = { tank_id: tank.id, metric: ['ph' as const] }
      const { body } = await t.as.operator.get(alarmsApi.list, { query })
      expect({ what, alarms: body.data }).toMatchObject({ what, alarms: [{ state }] })
      expect({ what, note: body.data[0]?.note ?? '' }).toEqual({ what, note: expect.stringContaining(note) })
    }
  })
})
