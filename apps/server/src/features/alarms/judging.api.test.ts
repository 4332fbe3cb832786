import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt } from '../../core/clock.ts'
import { openAlarmStage, type AlarmStage } from '../../../tests/alarm-stage.ts'
import { acknowledge } from './alarm-life.rules.ts'

let stage: AlarmStage
beforeAll(async () => {
  stage = await openAlarmStage()
})
afterAll(() => stage.close())

/** A tank with one terminal and pH limits 7…8; `send` stores one pH value. */
async function phTank({ delay = 0, terminals = 1 }: { delay?: number; terminals?: number } = {}) {
  const template = await stage.template({ ph: { min: 7, max: 8, critical_max: 9 } }, delay)
  const tank = await stage.tank(template, terminals)
  const [terminal = 0, other = 0] = tank.terminals
  stage.clock.advance(1000)
  return {
    ...tank,
    template,
    terminal,
    other,
    send: (ph: number, ago = 0, from = terminal) => stage.send({ terminal: from, tank: tank.id, ago, values: { ph } }),
    states: async () => (await stage.rows(tank.id)).map(({ state }) => state),
  }
}

describe('readings', () => {
  test('out of range: one alarm in the same transaction, announced after it', async () => {
    const tank = await phTank()
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

  test('an excursion inside its delay is no alarm yet and is kept apart', async () => {
    const tank = await phTank({ delay: 60 })
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

  test('of several terminals that are out, the first raises; the value is the newest, the peak the worst of all', async () => {
    const tank = await phTank({ delay: 60, terminals: 2 })
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

  test('a terminal that fell silent while out holds the alarm, whatever the others report', async () => {
    const tank = await phTank({ terminals: 2 })
    await Promise.all([tank.send(8.5), tank.send(8.6, 0, tank.other)])
    for (let minute = 0; minute < 20; minute += 1) {
      await stage.pass(60)
      await tank.send(7.5)
    }
    expect((await stage.rows(tank.id)).filter(({ kind }) => kind === 'high')).toMatchObject([{ state: 'active_unack' }])
    await tank.send(7.5, 0, tank.other)
    expect((await stage.rows(tank.id)).filter(({ kind }) => kind === 'high')).toMatchObject([{ state: 'rtn_unack' }])
  })

  test('it clears when one that was out comes back and the other is taken off the tank', async () => {
    const tank = await phTank({ terminals: 2 })
    await Promise.all([tank.send(8.5), tank.send(8.6, 0, tank.other)])
    stage.clock.advance(1000)
    await tank.send(7.5)
    await stage.move(tank.other, null)
    await stage.alarms.judgeTanks([tank.id])
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'rtn_unack', note: 'Terminal tanktan alındı.' }])
  })

  test('exactly at its limit, kept as a real: inside', async () => {
    const tank = await phTank()
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

  test('worse, then back: peak, severity, rtn_unack', async () => {
    const tank = await phTank()
    for (const ph of [8.1, 9.5, 8.2, 7.5]) {
      await tank.send(ph)
      stage.clock.advance(1000)
    }
    expect(await stage.rows(tank.id)).toMatchObject([
      { state: 'rtn_unack', peak: 9.5, value: 8.2, severity: 'warning', occurrences: 1 },
    ])
  })

  test('out and inside again within one batch and one delay: nothing', async () => {
    const tank = await phTank({ delay: 60 })
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
    const tank = await phTank()
    await tank.send(8.1)
    expect(await tank.send(8.1)).toEqual(['duplicate'])
    expect(await stage.rows(tank.id)).toMatchObject([{ occurrences: 1 }])
  })

  test('a late one, older than what was judged for its terminal and metric, is not judged', async () => {
    const tank = await phTank()
    await tank.send(7.5)
    await tank.send(9.9, 30)
    expect(await stage.rows(tank.id)).toEqual([])
    // Late beside a newer one in the same batch, with a judged one between them.
    stage.clock.advance(10_000)
    await stage.send(
      { terminal: tank.terminal, tank: tank.id, ago: 25, values: { ph: 9.9 } },
      { terminal: tank.terminal, tank: tank.id, values: { ph: 7.6 } },
    )
    expect(await stage.rows(tank.id)).toEqual([])
  })

  test('a late one is known as late too when its batch adds a metric to the newer reading', async () => {
    const tank = await phTank()
    await tank.send(7.5)
    await stage.send(
      { terminal: tank.terminal, tank: tank.id, values: { orp: 300 } },
      { terminal: tank.terminal, tank: tank.id, ago: 30, values: { ph: 9.9 } },
    )
    expect(await stage.rows(tank.id)).toEqual([])
  })

  test('the newest one of a terminal and metric is judged, whatever its age', async () => {
    const tank = await phTank()
    await stage.send({ terminal: tank.terminal, tank: tank.id, values: { orp: 300 } })
    await tank.send(9.9, 7200)
    expect(await stage.rows(tank.id)).toMatchObject([
      { out_since: instantAt(stage.clock.now() - 7_200_000), state: 'active_unack' },
    ])
  })

  test('a late reading inside does not clear', async () => {
    const tank = await phTank()
    await tank.send(8.5)
    await tank.send(7.5, 60)
    expect(await tank.states()).toEqual(['active_unack'])
  })

  test('of a tank that is not active, or without a template, raise nothing', async () => {
    const tank = await phTank()
    await stage.database.query(`update tanks set status = 'suspended' where id = $1`, [tank.id])
    await tank.send(9)
    const bare = await stage.tank(null)
    await stage.send({ terminal: bare.terminals[0] ?? 0, tank: bare.id, values: { ph: 14 } })
    expect([...(await stage.rows(tank.id)), ...(await stage.rows(bare.id))]).toEqual([])
  })

  test('two terminals of one tank through both writers at once: one alarm, and both hold it', async () => {
    const tank = await phTank({ terminals: 2 })
    for (let i = 0; i < 15; i += 1) {
      stage.clock.advance(1000)
      await Promise.all([tank.send(8.5 + i / 100), tank.send(8.6 + i / 100, 0, tank.other)])
    }
    expect(await tank.states()).toEqual(['active_unack'])
    stage.clock.advance(1000)
    await tank.send(7.5)
    expect(await tank.states()).toEqual(['active_unack'])
    await tank.send(7.5, 0, tank.other)
    expect(await tank.states()).toEqual(['rtn_unack'])
  })

  test('many tanks crossing and coming back through both writers, in opposite orders: nobody waits for ever', async () => {
    const tanks: Awaited<ReturnType<typeof phTank>>[] = []
    for (let i = 0; i < 6; i += 1) tanks.push(await phTank({ terminals: 2 }))
    for (const ph of [8.5, 7.5, 8.5, 7.5]) {
      stage.clock.advance(1000)
      const batch = (pick: 0 | 1) =>
        tanks.map(({ id, terminals }) => ({
          terminal: terminals[pick] ?? 0,
          tank: id,
          values: { ph },
        }))
      await Promise.all([stage.send(...batch(0)), stage.send(...batch(1).toReversed())])
    }
    for (const tank of tanks) expect(await stage.rows(tank.id)).toMatchObject([{ state: 'rtn_unack', occurrences: 2 }])
  })

  test('whatever both writers and the clock do at once: no key has two open alarms, and every active one is held', async () => {
    const tanks = [await phTank({ terminals: 2 }), await phTank({ terminals: 2, delay: 20 })]
    const picks = tanks.map((tank) => [tank.id, ...tank.terminals])
    let seed = 7
    const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
    for (let round = 0; round < 40; round += 1) {
      stage.clock.advance(5000)
      const send = () => {
        const [id = 0, ...terminals] = picks[random(2)] ?? []
        const values = { ph: [6.5, 7.02, 7.5, 7.98, 8.5][random(5)] ?? 7.5 }
        return stage.send({ terminal: terminals[random(2)] ?? 0, tank: id, values })
      }
      const ids = tanks.map(({ id }) => id)
      const others = [() => stage.tick(), () => stage.alarms.judgeTanks(ids), () => stage.alarms.raiseDue(ids)]
      await Promise.all([send(), send(), send(), others[random(3)]?.()])
      const { rows } = await stage.database.query<{ wrong: number }>(
        `select count(*) as wrong from (
select a.tank_id, a.kind from alarms a where a.tank_id = any($1) and a.kind <> 'silent' and a.closed_at is null group by 1, 2 having count(*) > 1
union all
select tank_id, kind
from (select * from alarms where state in ('active_unack', 'active_ack') and kind <> 'silent') a
full join (select distinct tank_id, metric, kind, holds from alarm_excursions where holds) e using (tank_id, metric, kind)
where tank_id = any($1) and (a.id is null or e.holds is null)) w`,
        [ids],
      )
      expect(rows).toEqual([{ wrong: 0 }])
    }
  })

  test('the database itself refuses a second open alarm of tank, metric and side', async () => {
    const tank = await phTank()
    await tank.send(8.5)
    const again = stage.database.query(
      `insert into alarms (tank_id, terminal_id, metric, kind, severity, state, out_since, raised_at, last_at, occurred_at, told_at)
select tank_id, terminal_id, metric, kind, severity, state, out_since, raised_at, last_at, occurred_at, told_at from alarms where tank_id = $1`,
      [tank.id],
    )
    await expect(again).rejects.toThrow(/alarms_open_limit/)
  })

  test('a restart in the middle loses no excursion and tells nothing twice', async () => {
    const tank = await phTank({ delay: 60 })
    await tank.send(8.5)
    await stage.restart()
    stage.clock.advance(60_000)
    await tank.send(8.6)
    await stage.restart()
    stage.clock.advance(1000)
    await tank.send(8.7)
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack', occurrences: 1, peak: 8.7 }])
  })

  test('a reboot in the middle of a delay: the clock raises it all the same', async () => {
    const tank = await phTank({ delay: 60 })
    await tank.send(8.5)
    stage.clock.advance(30_000)
    await stage.restart()
    await stage.pass(30)
    expect(await tank.states()).toEqual(['active_unack'])
  })

  test('a clock that runs ahead raises by its own readings, and its alarm ends by them', async () => {
    const tank = await phTank({ delay: 60 })
    await tank.send(8.5, -240)
    await stage.pass(60)
    expect(await tank.states()).toEqual([])
    await tank.send(8.5, -240)
    expect(await tank.states()).toEqual(['active_unack'])
    stage.clock.advance(1000)
    await tank.send(7.5, -240)
    expect(await tank.states()).toEqual(['rtn_unack'])
  })

  test('next to a single limit: a quarter of the limit itself is much worse', async () => {
    const template = await stage.template({ tank_temperature: { max: 20 } })
    const { id, terminals } = await stage.tank(template)
    const send = (tank_temperature: number) => {
      stage.clock.advance(1000)
      return stage.send({ terminal: terminals[0] ?? 0, tank: id, values: { tank_temperature } })
    }
    await send(21)
    await stage.alarms.changeAlarms([id], (alarm) =>
      acknowledge(alarm, { user_id: null, note: null }, instantAt(stage.clock.now())),
    )
    await send(25.9)
    expect(await stage.rows(id)).toMatchObject([{ state: 'active_ack' }])
    await send(26)
    expect(await stage.rows(id)).toMatchObject([{ state: 'active_unack' }])
  })

  test('a value that stays out is raised by the clock; one that went stale is not', async () => {
    const tank = await phTank({ delay: 60 })
    const stale = await phTank({ delay: 180 })
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

describe('changes of things', () => {
  test('narrower limits raise at once, wider ones clear at once, by the fresh latest values', async () => {
    const tank = await phTank()
    await tank.send(7.8)
    await stage.database.query('update range_templates set hi[6] = 7.5 where id = $1', [tank.template])
    await stage.alarms.judgeTanks([tank.id])
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack', value: 7.8, limit_value: 7.5 }])
    await stage.database.query('update range_templates set hi[6] = 8.5 where id = $1', [tank.template])
    await stage.alarms.judgeTanks([tank.id])
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'rtn_unack', note: null }])
  })

  test.each([
    ['narrower limits', 'update range_templates set hi[6] = 7.5 where id = $2'],
    ['a template in place of none', 'update tanks set range_template_id = $2 where id = $1'],
    ['a tank made active', `update tanks set status = 'active' where id = $1`],
  ])('%s count for the very next reading, whoever committed them', async (name, change) => {
    const tank = await phTank()
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

  test('a stale value is judged by no new limits: it neither raises nor clears', async () => {
    const quiet = await phTank()
    const loud = await phTank()
    await Promise.all([quiet.send(7.8), loud.send(8.5)])
    stage.clock.advance(121_000)
    await stage.database.query('update range_templates set hi[6] = 7.5 where id = $1', [quiet.template])
    await stage.database.query('update range_templates set hi[6] = 9 where id = $1', [loud.template])
    await stage.alarms.judgeTanks([quiet.id, loud.id])
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
  ])('%s: clears, with its reason', async (change, note) => {
    const tank = await phTank()
    await tank.send(8.5)
    await stage.database.query(
      change.replace('$1', String(tank.id)).replace('$2', String(tank.template)).replace('$3', String(tank.terminal)),
    )
    stage.announced()
    await stage.alarms.judgeTanks([tank.id])
    expect(await stage.rows(tank.id)).toMatchObject([
      { state: 'rtn_unack', note, cleared_at: instantAt(stage.clock.now()) },
    ])
    expect(stage.announced()).toMatchObject([{ state: 'rtn_unack', note }])
  })

  test('a terminal that is moved releases the old tank, and its earlier values raise nothing on the new one', async () => {
    const [old, next] = [await phTank(), await phTank()]
    await old.send(8.5)
    stage.clock.advance(1000)
    await stage.move(old.terminal, next.id)
    await stage.alarms.judgeTanks([old.id, next.id])
    expect(await stage.rows(old.id)).toMatchObject([{ state: 'rtn_unack', note: 'Terminal tanktan alındı.' }])
    expect(await stage.rows(next.id)).toEqual([])
    // A reading from before the move comes late: the terminal no longer speaks for the old tank.
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
  ])('%s made active: the fresh latest values are judged at once', async (_, off, on) => {
    const tank = await phTank()
    const change = async (text: string) => {
      await stage.database.query(text.replace('$1', String(tank.id)).replace('$2', String(tank.terminal)))
      await stage.alarms.judgeTanks([tank.id])
    }
    await tank.send(8.5)
    await change(off)
    expect(await tank.states()).toEqual(['rtn_unack'])
    await change(on)
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack', occurrences: 2 }])
  })

  test('limits that change only their severity regrade the alarm at once', async () => {
    const tank = await phTank()
    await tank.send(8.5)
    await stage.database.query(`update range_templates set severity[6] = 'critical' where id = $1`, [tank.template])
    await stage.alarms.judgeTanks([tank.id])
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack', severity: 'critical' }])
  })

  test('an acknowledged alarm of a tank that is suspended is closed, and comes back acknowledged within half an hour', async () => {
    const tank = await phTank()
    await tank.send(8.5)
    await stage.alarms.changeAlarms([tank.id], (alarm) =>
      acknowledge(alarm, { user_id: null, note: 'bakıyorum' }, instantAt(stage.clock.now())),
    )
    await stage.database.query(`update tanks set status = 'suspended' where id = $1`, [tank.id])
    await stage.alarms.judgeTanks([tank.id])
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'closed', note: 'bakıyorum\nTank askıya alındı.' }])
    await stage.database.query(`update tanks set status = 'active' where id = $1`, [tank.id])
    stage.clock.advance(29 * 60_000)
    await tank.send(8.4)
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_ack', occurrences: 2 }])
  })

  test('a change that was committed just before the server fell is made good by the clock', async () => {
    const tank = await phTank()
    await tank.send(8.5)
    await stage.database.query(`update tanks set status = 'inactive' where id = $1`, [tank.id])
    await stage.restart()
    await stage.tick()
    expect(await stage.rows(tank.id)).toMatchObject([{ state: 'rtn_unack', note: 'Tank pasif yapıldı.' }])
  })
})

test('a batch in which nothing is out costs one query, once the limits are known', async () => {
  const tank = await phTank()
  let queries = 0
  const counting = {
    ...stage.database,
    query: ((...asked: Parameters<typeof stage.database.query>) => {
      queries += 1
      return stage.database.query(...asked)
    }) as typeof stage.database.query,
  }
  const values = [null, null, null, null, null, 7.5, null, null, null]
  const reading = {
    terminal_id: tank.terminal,
    tank_id: tank.id,
    measured_at: stage.clock.now(),
    received_at: stage.clock.now(),
    values,
    clock_skew: false,
  }
  await stage.alarms.evaluate(stage.database, [reading])
  expect(
    await stage.alarms.evaluate(
      counting,
      Array.from({ length: 1000 }, () => reading),
    ),
  ).toEqual([])
  expect(queries).toBe(1)
})

test('a batch that raises many alarms asks the database as often as one that raises few', async () => {
  const template = await stage.template({ ph: { max: 8 } })
  const asked = async (tanks: number) => {
    const all = await Promise.all(Array.from({ length: tanks }, () => stage.tank(template)))
    const at = { measured_at: stage.clock.now(), received_at: stage.clock.now(), clock_skew: false }
    const values = METRIC_KEYS.map((key) => (key === 'ph' ? 8.5 : null))
    const readings = all.map(({ id, terminals }) => ({ terminal_id: terminals[0] ?? 0, tank_id: id, values, ...at }))
    let queries = 0
    await stage.database.transact(async (on) => {
      const query = ((...given: Parameters<typeof on.query>) => {
        queries += 1
        return on.query(...given)
      }) as typeof on.query
      expect(await stage.alarms.evaluate({ ...on, query }, readings)).toHaveLength(tanks)
    })
    return queries
  }
  expect(await asked(40)).toBe(await asked(2))
})
