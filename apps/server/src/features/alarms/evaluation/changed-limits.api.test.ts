import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt } from '../../../core/clock.ts'
import { openAlarmStage, type AlarmStage } from '../../../../tests/alarm-stage.ts'
import { givenPhTank } from '../../../../tests/given-ph-tank.ts'

// docs/behaviour/alarms.md: changed limits, templates, tanks and terminals are evaluated at once.
let stage: AlarmStage
beforeAll(async () => {
  stage = await openAlarmStage()
})
afterAll(() => stage.close())

describe('changes of limits, templates, tanks and terminals', () => {
  test('narrower limits raise and wider limits clear at once, by the fresh latest values', async () => {
    const tank = await givenPhTank(stage)
    await tank.send(7.8)
    await stage.database.query('update range_templates set hi[6] = 7.5 where id = $1', [tank.template])
    await stage.alarms.evaluateTanks([tank.id])
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack', value: 7.8, limit_value: 7.5 }])
    await stage.database.query('update range_templates set hi[6] = 8.5 where id = $1', [tank.template])
    await stage.alarms.evaluateTanks([tank.id])
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'rtn_unack', note: null }])
  })

  test.each([
    ['narrower limits', 'update range_templates set hi[6] = 7.5 where id = $2'],
    ['a template in place of none', 'update tanks set range_template_id = $2 where id = $1'],
    ['a tank made active', `update tanks set status = 'active' where id = $1`],
  ])('%s count for the next reading, whichever process committed them', async (name, change) => {
    const tank = await givenPhTank(stage)
    const narrow = await stage.template({ ph: { max: 7.5 } })
    if (name.startsWith('a template')) {
      await stage.database.query('update tanks set range_template_id = null where id = $1', [tank.id])
    }
    if (name.startsWith('a tank')) {
      await stage.database.query(`update tanks set status = 'inactive', range_template_id = $2 where id = $1`, [
        tank.id,
        narrow,
      ])
    }
    await tank.send(7.8)
    expect(await stage.rows(tank.id)).toEqual([])
    const template = name.startsWith('narrower') ? tank.template : narrow
    await stage.database.query(change.replace('$1', String(tank.id)).replace('$2', String(template)))
    stage.clock.advance(1000)
    await tank.send(7.8)
    expect(await tank.states()).toEqual(['active_unack'])
  })

  test('a stale value is not evaluated by new limits: it neither raises nor clears', async () => {
    const quiet = await givenPhTank(stage)
    const loud = await givenPhTank(stage)
    await Promise.all([quiet.send(7.8), loud.send(8.5)])
    stage.clock.advance(121_000)
    await stage.database.query('update range_templates set hi[6] = 7.5 where id = $1', [quiet.template])
    await stage.database.query('update range_templates set hi[6] = 9 where id = $1', [loud.template])
    await stage.alarms.evaluateTanks([quiet.id, loud.id])
    expect([await quiet.states(), await loud.states()]).toEqual([[], ['active_unack']])
  })

  test.each([
    [`update range_templates set active = false where id = $2`, 'Aralık şablonu kapatıldı ya da tanktan kaldırıldı.'],
    [`update tanks set range_template_id = null where id = $1`, 'Aralık şablonu kapatıldı ya da tanktan kaldırıldı.'],
    [`update range_templates set hi[6] = null where id = $2`, 'Sınır kaldırıldı.'],
    [`update tanks set status = 'suspended' where id = $1`, 'Tank askıya alındı.'],
    [`update tanks set status = 'inactive' where id = $1`, 'Tank pasif yapıldı.'],
    [`update tanks set status = 'deleted' where id = $1`, 'Tank silindi.'],
    [`update terminals set status = 'suspended' where id = $3`, 'Terminal askıya alındı.'],
    [`update terminals set status = 'banned' where id = $3`, 'Terminal yasaklandı.'],
  ])('%s: the alarm clears, with the reason', async (change, note) => {
    const tank = await givenPhTank(stage)
    await tank.send(8.5)
    await stage.database.query(
      change.replace('$1', String(tank.id)).replace('$2', String(tank.template)).replace('$3', String(tank.terminal)),
    )
    stage.announced()
    await stage.alarms.evaluateTanks([tank.id])
    expect(await stage.rows(tank.id)).toMatchObject([
      { state: 'rtn_unack', note, cleared_at: instantAt(stage.clock.now()) },
    ])
    expect(stage.announced()).toMatchObject([{ state: 'rtn_unack', note }])
  })

  test('moving a terminal releases its old tank, and its earlier values raise nothing on the new one', async () => {
    const [old, next] = [await givenPhTank(stage), await givenPhTank(stage)]
    await old.send(8.5)
    stage.clock.advance(1000)
    await stage.move(old.terminal, next.id)
    await stage.alarms.evaluateTanks([old.id, next.id])
    expect(await stage.rows(old.id)).toMatchObject([{ state: 'rtn_unack', note: 'Terminal tanktan alındı.' }])
    expect(await stage.rows(next.id)).toEqual([])
    // A late reading from before the move: the terminal no longer counts for the old tank.
    await stage.send({ terminal: old.terminal, tank: old.id, ago: 0.5, values: { ph: 9.9 } })
    expect(await old.states()).toEqual(['rtn_unack'])
  })

  test.each([
    [
      'a tank',
      `update tanks set status = 'suspended' where id = $1`,
      `update tanks set status = 'active' where id = $1`,
    ],
    [
      'a terminal',
      `update terminals set status = 'suspended' where id = $2`,
      `update terminals set status = 'active' where id = $2`,
    ],
  ])('when %s is made active, the fresh latest values are evaluated at once', async (_, off, on) => {
    const tank = await givenPhTank(stage)
    const change = async (text: string) => {
      await stage.database.query(text.replace('$1', String(tank.id)).replace('$2', String(tank.terminal)))
      await stage.alarms.evaluateTanks([tank.id])
    }
    await tank.send(8.5)
    await change(off)
    expect(await tank.states()).toEqual(['rtn_unack'])
    await change(on)
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack', occurrences: 2 }])
  })

  test("limits that change only their severity change the alarm's severity at once", async () => {
    const tank = await givenPhTank(stage)
    await tank.send(8.5)
    await stage.database.query(`update range_templates set severity[6] = 'critical' where id = $1`, [tank.template])
    await stage.alarms.evaluateTanks([tank.id])
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack', severity: 'critical' }])
  })

  test('an acknowledged alarm closes when its tank is suspended, and returns acknowledged within half an hour', async () => {
    const tank = await givenPhTank(stage)
    await tank.send(8.5)
    await stage.changeAlarms([tank.id], () => ({ type: 'acknowledged', user_id: null, note: 'bakıyorum' }))
    await stage.database.query(`update tanks set status = 'suspended' where id = $1`, [tank.id])
    await stage.alarms.evaluateTanks([tank.id])
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'closed', note: 'bakıyorum\nTank askıya alındı.' }])
    await stage.database.query(`update tanks set status = 'active' where id = $1`, [tank.id])
    stage.clock.advance(29 * 60_000)
    await tank.send(8.4)
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_ack', occurrences: 2 }])
  })

  test('the clock evaluates a change that was committed just before the server stopped', async () => {
    const tank = await givenPhTank(stage)
    await tank.send(8.5)
    await stage.database.query(`update tanks set status = 'inactive' where id = $1`, [tank.id])
    await stage.restart()
    await stage.tick()
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'rtn_unack', note: 'Tank pasif yapıldı.' }])
  })
})
