import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt } from '../../../core/clock.ts'
import { openAlarmStage, type AlarmStage } from '../../../../tests/alarm-stage.ts'
import { givenPhTank } from '../../../../tests/given-ph-tank.ts'

// docs/behaviour/alarms.md: the effects of single readings, and of their absence.
let stage: AlarmStage
beforeAll(async () => {
  stage = await openAlarmStage()
})
afterAll(() => stage.close())

describe('readings', () => {
  test('a value out of range raises one alarm in the same transaction, announced after it', async () => {
    const tank = await givenPhTank(stage)
    stage.announced()
    await tank.send(8.1)
    expect(await stage.rows(tank.id)).toMatchObject([
      {
        kind: 'high',
        metric: 'ph',
        severity: 'warning',
        state: 'active_unack',
        value: 8.1,
        peak: 8.1,
        limit_value: 8,
        terminal_id: tank.terminal,
      },
    ])
    expect(stage.announced()).toMatchObject([
      {
        tank: { id: tank.id },
        iot: { id: tank.terminal },
        value: 8.1,
        limit: 8,
        acknowledged_by: null,
      },
    ])
  })

  test('a value out within its delay is stored as an excursion and raises no alarm yet', async () => {
    const tank = await givenPhTank(stage, { delay: 60 })
    await tank.send(8.5)
    expect(await stage.rows(tank.id)).toEqual([])
    const { rows } = await stage.database.query(
      'select terminal_id, kind, holds, out_since from alarm_excursions where tank_id = $1',
      [tank.id],
    )
    expect(rows).toEqual([
      { terminal_id: tank.terminal, kind: 'high', holds: false, out_since: instantAt(stage.clock.now()) },
    ])
  })

  test('of several terminals that are out the first raises; the alarm has the newest value and the worst peak', async () => {
    const tank = await givenPhTank(stage, { delay: 60, terminals: 2 })
    const outSince = instantAt(stage.clock.now())
    await tank.send(8.2)
    stage.clock.advance(10_000)
    await tank.send(9.5, 0, tank.other)
    stage.clock.advance(10_000)
    await tank.send(8.4, 0, tank.other)
    const lastAt = instantAt(stage.clock.now())
    await stage.pass(40)
    expect(await stage.rows(tank.id)).toMatchObject([
      {
        terminal_id: tank.terminal,
        out_since: outSince,
        raised_at: instantAt(stage.clock.now()),
        last_at: lastAt,
        value: 8.4,
        peak: 9.5,
      },
    ])
  })

  test('a terminal that went silent while out holds the alarm, whatever the others report', async () => {
    const tank = await givenPhTank(stage, { terminals: 2 })
    await Promise.all([tank.send(8.5), tank.send(8.6, 0, tank.other)])
    for (let minute = 0; minute < 20; minute += 1) {
      await stage.pass(60)
      await tank.send(7.5)
    }
    expect((await stage.rows(tank.id)).filter(({ kind }) => kind === 'high')).toMatchObject([{ state: 'active_unack' }])
    await tank.send(7.5, 0, tank.other)
    expect((await stage.rows(tank.id)).filter(({ kind }) => kind === 'high')).toMatchObject([{ state: 'rtn_unack' }])
  })

  test('an alarm clears when one terminal returns and the other is taken off the tank', async () => {
    const tank = await givenPhTank(stage, { terminals: 2 })
    await Promise.all([tank.send(8.5), tank.send(8.6, 0, tank.other)])
    stage.clock.advance(1000)
    await tank.send(7.5)
    await stage.move(tank.other, null)
    await stage.alarms.evaluateTanks([tank.id])
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'rtn_unack', note: 'Terminal tanktan alındı.' }])
  })

  test('a value equal to its limit, stored as a real, is inside', async () => {
    const tank = await givenPhTank(stage)
    const sharp = await stage.template({ ph: { min: 7.1, max: 8.3 } })
    await stage.database.query('update tanks set range_template_id = $1 where id = $2', [sharp, tank.id])
    await tank.send(8.3)
    stage.clock.advance(1000)
    await tank.send(7.1)
    expect(await stage.rows(tank.id)).toEqual([])
    stage.clock.advance(1000)
    await tank.send(8.31)
    expect(await tank.states()).toEqual(['active_unack'])
  })

  test('a value that worsens and then returns leaves the peak, the last severity and rtn_unack', async () => {
    const tank = await givenPhTank(stage)
    for (const ph of [8.1, 9.5, 8.2, 7.5]) {
      await tank.send(ph)
      stage.clock.advance(1000)
    }
    expect(await stage.rows(tank.id)).toMatchObject([
      { state: 'rtn_unack', peak: 9.5, value: 8.2, severity: 'warning', occurrences: 1 },
    ])
  })

  test('a value that is out and inside again within one batch and its delay raises nothing', async () => {
    const tank = await givenPhTank(stage, { delay: 60 })
    await stage.send(
      { terminal: tank.terminal, tank: tank.id, ago: 20, values: { ph: 8.5 } },
      { terminal: tank.terminal, tank: tank.id, ago: 10, values: { ph: 7.5 } },
    )
    await tank.send(8.5)
    stage.clock.advance(59_000)
    await tank.send(8.5)
    expect(await stage.rows(tank.id)).toEqual([])
    stage.clock.advance(1000)
    await tank.send(8.5)
    expect(await tank.states()).toEqual(['active_unack'])
  })

  test('a resent reading raises nothing a second time', async () => {
    const tank = await givenPhTank(stage)
    await tank.send(8.1)
    expect(await tank.send(8.1)).toEqual(['duplicate'])
    expect(await stage.rows(tank.id)).toMatchObject([{ occurrences: 1 }])
  })

  test('a reading older than the last one evaluated for its terminal and metric is not evaluated', async () => {
    const tank = await givenPhTank(stage)
    await tank.send(7.5)
    await tank.send(9.9, 30)
    expect(await stage.rows(tank.id)).toEqual([])
    // A late reading beside a newer one in the same batch, with an evaluated one between them.
    stage.clock.advance(10_000)
    await stage.send(
      { terminal: tank.terminal, tank: tank.id, ago: 25, values: { ph: 9.9 } },
      { terminal: tank.terminal, tank: tank.id, values: { ph: 7.6 } },
    )
    expect(await stage.rows(tank.id)).toEqual([])
  })

  test('a reading is also late when its batch adds a metric to the newer reading', async () => {
    const tank = await givenPhTank(stage)
    await tank.send(7.5)
    await stage.send(
      { terminal: tank.terminal, tank: tank.id, values: { orp: 300 } },
      { terminal: tank.terminal, tank: tank.id, ago: 30, values: { ph: 9.9 } },
    )
    expect(await stage.rows(tank.id)).toEqual([])
  })

  test('the newest reading of a terminal and metric is evaluated, whatever its age', async () => {
    const tank = await givenPhTank(stage)
    await stage.send({ terminal: tank.terminal, tank: tank.id, values: { orp: 300 } })
    await tank.send(9.9, 7200)
    expect(await stage.rows(tank.id)).toMatchObject([
      { out_since: instantAt(stage.clock.now() - 7_200_000), state: 'active_unack' },
    ])
  })

  test('a late reading inside its limits does not clear the alarm', async () => {
    const tank = await givenPhTank(stage)
    await tank.send(8.5)
    await tank.send(7.5, 60)
    expect(await tank.states()).toEqual(['active_unack'])
  })

  test('readings of a tank that is not active, or has no template, raise nothing', async () => {
    const tank = await givenPhTank(stage)
    await stage.database.query(`update tanks set status = 'suspended' where id = $1`, [tank.id])
    await tank.send(9)
    const bare = await stage.tank(null)
    await stage.send({ terminal: bare.terminals[0] ?? 0, tank: bare.id, values: { ph: 14 } })
    expect([...(await stage.rows(tank.id)), ...(await stage.rows(bare.id))]).toEqual([])
  })

  test('a terminal whose clock runs ahead raises and clears its alarm by its own readings', async () => {
    const tank = await givenPhTank(stage, { delay: 60 })
    await tank.send(8.5, -240)
    await stage.pass(60)
    expect(await tank.states()).toEqual([])
    await tank.send(8.5, -240)
    expect(await tank.states()).toEqual(['active_unack'])
    stage.clock.advance(1000)
    await tank.send(7.5, -240)
    expect(await tank.states()).toEqual(['rtn_unack'])
  })

  test('with a single limit a value is much worse by 25 % of the limit itself', async () => {
    const template = await stage.template({ tank_temperature: { max: 20 } })
    const { id, terminals } = await stage.tank(template)
    const send = (tank_temperature: number) => {
      stage.clock.advance(1000)
      return stage.send({ terminal: terminals[0] ?? 0, tank: id, values: { tank_temperature } })
    }
    await send(21)
    await stage.changeAlarms([id], () => ({ type: 'acknowledged', user_id: null, note: null }))
    await send(25.9)
    expect(await stage.rows(id)).toMatchObject([{ state: 'active_ack' }])
    await send(26)
    expect(await stage.rows(id)).toMatchObject([{ state: 'active_unack' }])
  })

  test('the clock raises a value that stays out, but not one that is stale', async () => {
    const tank = await givenPhTank(stage, { delay: 60 })
    const stale = await givenPhTank(stage, { delay: 180 })
    await Promise.all([tank.send(8.5), stale.send(8.5)])
    await stage.pass(50)
    expect(await stage.rows(tank.id)).toEqual([])
    await stage.pass(10)
    expect(await stage.rows(tank.id)).toMatchObject([
      { state: 'active_unack', raised_at: instantAt(stage.clock.now()) },
    ])
    await stage.pass(200)
    expect(await stage.rows(stale.id)).toEqual([])
    expect(await tank.states()).toEqual(['active_unack'])
  })
})
