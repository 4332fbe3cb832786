import { expect, test } from 'vitest'
import { instantAt } from '../../../core/clock.ts'
import { useAlarmStage, type AlarmStage } from '../../../../tests/alarm-stage.ts'

const MINUTE = 60

let stage: AlarmStage
useAlarmStage((opened) => (stage = opened))

/** A tank without limits whose terminals have each delivered pH and ORP once. */
async function deliveringTank(terminals = 1) {
  const tank = await stage.tank(null, terminals)
  const send = (values: { ph?: number; orp?: number }, ...from: number[]) =>
    stage.send(...(from.length > 0 ? from : tank.terminals).map((terminal) => ({ terminal, tank: tank.id, values })))
  await send({ ph: 7.5, orp: 300 })
  return { ...tank, send }
}

test('a terminal that stores nothing for the offline limit raises one critical alarm, which its next reading clears', async () => {
  const seenAt = instantAt(stage.clock.now())
  const tank = await deliveringTank()
  await stage.pass(15 * MINUTE)
  expect(await stage.rows(tank.id)).toEqual([])
  await stage.pass(10)
  const [terminal_id] = tank.terminals
  expect(await stage.rows(tank.id)).toMatchObject([
    { kind: 'silent', metric: null, terminal_id, severity: 'critical', state: 'active_unack', out_since: seenAt },
  ])
  expect(stage.announced()).toHaveLength(1)
  await stage.pass(MINUTE)
  expect(stage.announced()).toEqual([])
  await tank.send({ ph: 7.5, orp: 300 })
  await stage.tick()
  expect(await stage.rows(tank.id)).toMatchObject([{ state: 'rtn_unack', cleared_at: instantAt(stage.clock.now()) }])
  expect(stage.announced()).toMatchObject([{ state: 'rtn_unack', kind: 'silent' }])
})

test('a terminal that falls silent within 30 min of the close reopens the same alarm', async () => {
  const tank = await deliveringTank()
  await stage.pass(15 * MINUTE + 10)
  await stage.changeAlarms([tank.id], () => ({ type: 'acknowledged', user_id: null, note: null }))
  await tank.send({ ph: 7.5, orp: 300 })
  await stage.pass(15 * MINUTE + 10)
  expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_ack', occurrences: 2, closed_at: null }])
})

test('a silence is a warning while another terminal delivers, and critical once that one is silent too', async () => {
  const tank = await deliveringTank(2)
  const [first = 0, second = 0] = tank.terminals
  for (let i = 0; i < 16; i += 1) {
    await stage.pass(MINUTE)
    await tank.send({ ph: 7.5, orp: 300 }, second)
  }
  expect(await stage.rows(tank.id)).toMatchObject([{ terminal_id: first, severity: 'warning' }])
  await stage.pass(15 * MINUTE + 10)
  expect(await stage.rows(tank.id)).toMatchObject([
    { terminal_id: first, severity: 'critical' },
    { terminal_id: second, severity: 'critical' },
  ])
})

test('a terminal with a declared interval of 60 s that stops raises an alarm within 3 minutes and 15 seconds', async () => {
  const tank = await deliveringTank()
  await stage.database.query('update terminals set expected_interval_seconds = 60 where id = $1', tank.terminals)
  await stage.pass(3 * MINUTE)
  expect(await stage.rows(tank.id)).toEqual([])
  await stage.pass(15)
  expect(await stage.rows(tank.id)).toMatchObject([{ kind: 'silent', metric: null, severity: 'critical' }])
})

test.each([
  ['below what any interval gives', 30, null],
  ['above the rule of its interval', 3600, 60],
])("a terminal's own silence limit, %s, overrides the rule", async (_title, own, interval) => {
  const tank = await deliveringTank()
  await stage.database.query(
    'update terminals set offline_after_seconds = $2, expected_interval_seconds = $3 where id = $1',
    [tank.terminals[0], own, interval],
  )
  await stage.pass(own)
  expect(await stage.rows(tank.id)).toEqual([])
  await stage.pass(5)
  expect(await stage.rows(tank.id)).toMatchObject([{ kind: 'silent', metric: null }])
})

test('the interval of a terminal sets its silence limit', async () => {
  const tank = await deliveringTank()
  await stage.database.query('update terminals set expected_interval_seconds = 600 where id = $1', [tank.terminals[0]])
  await stage.pass(30 * MINUTE)
  expect(await stage.rows(tank.id)).toEqual([])
  await stage.pass(10)
  expect(await stage.rows(tank.id)).toHaveLength(1)
})

test('a metric that a reporting terminal no longer delivers is silent until it delivers it', async () => {
  const tank = await deliveringTank()
  for (let i = 0; i < 16; i += 1) {
    await stage.pass(MINUTE)
    await tank.send({ orp: 300 })
  }
  await stage.tick()
  expect(await stage.rows(tank.id)).toMatchObject([{ kind: 'silent', metric: 'ph', state: 'active_unack' }])
  stage.clock.advance(1000)
  await tank.send({ ph: 7.4 })
  await stage.tick()
  expect(await stage.rows(tank.id)).toMatchObject([{ metric: 'ph', state: 'rtn_unack' }])
})

test('a device that sends one metric per message misses none when it returns after a day', async () => {
  const tank = await deliveringTank()
  await stage.pass(15 * MINUTE + 10)
  stage.clock.advance(24 * 60 * MINUTE * 1000)
  await tank.send({ orp: 300 })
  await stage.tick()
  stage.clock.advance(1000)
  await tank.send({ ph: 7.5 })
  await stage.tick()
  expect(await stage.rows(tank.id)).toMatchObject([{ metric: null, state: 'rtn_unack' }])
})

test('a terminal that falls silent before it delivers to its new tank is missed there', async () => {
  const [tank, other] = [await deliveringTank(), await deliveringTank()]
  const [terminal = 0] = tank.terminals
  await stage.pass(1)
  await stage.move(terminal, other.id)
  for (let minute = 0; minute < 16; minute += 1) {
    await stage.pass(MINUTE)
    await other.send({ ph: 7.5, orp: 300 })
  }
  expect(await stage.rows(other.id)).toMatchObject([{ kind: 'silent', metric: null, terminal_id: terminal }])
})

test('a device that returns to an earlier tank misses no metric', async () => {
  const [tank, other] = [await deliveringTank(), await deliveringTank()]
  const [terminal = 0] = tank.terminals
  stage.clock.advance(1000)
  await stage.move(terminal, other.id)
  for (let minute = 0; minute < 20; minute += 1) {
    await stage.pass(MINUTE)
    await stage.send({ terminal, tank: other.id, values: { ph: 7.5, orp: 300 } })
  }
  await stage.move(terminal, tank.id)
  stage.clock.advance(1000)
  await tank.send({ orp: 300 })
  await stage.tick()
  expect((await stage.rows(tank.id)).filter(({ metric }) => metric !== null)).toEqual([])
})

test('an active tank without a terminal that could deliver is silent until it gets one', async () => {
  const tank = await deliveringTank()
  await stage.move(tank.terminals[0] ?? 0, null)
  await stage.tick()
  expect(await stage.rows(tank.id)).toMatchObject([{ kind: 'silent', terminal_id: null, severity: 'critical' }])
  await stage.tick()
  expect(await stage.rows(tank.id)).toHaveLength(1)
  await stage.terminal(tank.id)
  await stage.tick()
  expect(await stage.rows(tank.id)).toMatchObject([{ state: 'rtn_unack' }])
})

test('only stored readings count as seen, a resent one does not', async () => {
  const tank = await deliveringTank()
  const [terminal = 0] = tank.terminals
  for (let minute = 1; minute <= 16; minute += 1) {
    await stage.pass(MINUTE)
    const again = { terminal, tank: tank.id, ago: minute * MINUTE, values: { ph: 7.5, orp: 300 } }
    expect(await stage.send(again)).toEqual(['duplicate'])
  }
  await stage.tick()
  expect(await stage.rows(tank.id)).toMatchObject([{ kind: 'silent', state: 'active_unack' }])
})

test('a late reading that is stored counts as seen, whatever its own time', async () => {
  const tank = await deliveringTank()
  const [terminal = 0] = tank.terminals
  await stage.pass(10 * MINUTE)
  await stage.send({ terminal, tank: tank.id, ago: 86_400, values: { ph: 7.5, orp: 300 } })
  await stage.pass(14 * MINUTE)
  expect(await stage.rows(tank.id)).toEqual([])
})

test('a terminal without stored readings, or with imported history alone, is not silent', async () => {
  const [fresh, old] = [await stage.tank(null), await stage.tank(null)]
  await stage.database.query(
    `insert into latest (terminal_id, tank_id, measured_at, received_at, ph, ph_at) values ($1, $2, $3, $3, 7, $3)`,
    [old.terminals[0], old.id, instantAt(stage.clock.now() - 400 * 86_400_000)],
  )
  await stage.pass(20 * MINUTE)
  expect([...(await stage.rows(fresh.id)), ...(await stage.rows(old.id))]).toEqual([])
  await stage.send({ terminal: old.terminals[0] ?? 0, tank: old.id, values: { orp: 300 } })
  await stage.tick()
  expect(await stage.rows(old.id)).toEqual([])
})

test('manual readings neither end a silence nor are missed', async () => {
  const tank = await deliveringTank()
  const { rows } = await stage.database.query<{ id: number }>(
    `insert into terminals (code, kind, status) values ('M-1', 'manual', 'active') returning id`,
  )
  const manual = rows[0]?.id ?? 0
  await tank.send({ ph: 7.5 }, manual)
  await stage.pass(15 * MINUTE + 10)
  await tank.send({ ph: 7.5 }, manual)
  await stage.pass(15 * MINUTE + 10)
  expect(await stage.rows(tank.id)).toMatchObject([
    { terminal_id: tank.terminals[0], severity: 'critical', state: 'active_unack' },
  ])
})

test('the database refuses a second silence per terminal and metric, or per tank without a terminal', async () => {
  const [tank, empty] = [await deliveringTank(), await stage.tank(null, 0)]
  await stage.pass(15 * MINUTE + 10)
  const again = (id: number, metric: string | null) =>
    stage.database.query(
      `insert into alarms (incident_id, tank_id, terminal_id, metric, kind, severity, state, out_since, raised_at, last_at, occurred_at)
select incident_id, tank_id, terminal_id, $2, kind, severity, state, out_since, raised_at, last_at, occurred_at from alarms where tank_id = $1 and metric is null`,
      [id, metric],
    )
  await again(tank.id, 'ph')
  await expect(again(tank.id, 'ph')).rejects.toThrow(/alarms_open_silence/)
  await expect(again(tank.id, null)).rejects.toThrow(/alarms_open_silence/)
  await expect(again(empty.id, null)).rejects.toThrow(/alarms_open_silent_tank/)
})

test('the silence clock stops while the server is down and for one limit after', async () => {
  const tank = await deliveringTank()
  await stage.pass(10 * MINUTE)
  stage.clock.advance(60 * MINUTE * 1000)
  await stage.restart()
  await stage.tick()
  await stage.pass(20 * MINUTE)
  expect(await stage.rows(tank.id)).toEqual([])
  await stage.pass(10)
  expect(await stage.rows(tank.id)).toMatchObject([{ kind: 'silent' }])
})

test('the silence clock also stops when only the database was unreachable', async () => {
  const tank = await deliveringTank()
  await stage.pass(10 * MINUTE)
  stage.clock.advance(60 * MINUTE * 1000)
  await stage.pass(20 * MINUTE)
  expect(await stage.rows(tank.id)).toEqual([])
})

test('a pause of five minutes or more is an interruption, and the clock goes on when nobody can be notified of it', async () => {
  await stage.pass(MINUTE)
  stage.interrupted()
  stage.clock.advance(5 * MINUTE * 1000 - 1)
  await stage.tick()
  expect(stage.interrupted()).toEqual([])
  const from = instantAt(stage.clock.now())
  stage.clock.advance(5 * MINUTE * 1000)
  await stage.tick()
  expect(stage.interrupted()).toEqual([{ from, to: instantAt(stage.clock.now()) }])

  stage.failToNotify(new Error('no space left'))
  stage.clock.advance(5 * MINUTE * 1000)
  await stage.tick()
  stage.failToNotify(null)
  stage.clock.advance(5 * MINUTE * 1000)
  await stage.tick()
  expect(stage.interrupted()).toHaveLength(1)
})

test('a slow tick of the clock, for a thousand alarms at once, is no pause', async () => {
  const pauses = async () => (await stage.database.query('select from silence_pauses')).rowCount
  await stage.pass(MINUTE)
  const before = await pauses()
  const tick = stage.tick()
  stage.clock.advance(20_000)
  await tick
  stage.clock.advance(3000)
  await stage.tick()
  expect(await pauses()).toBe(before)
})

test('a machine that sleeps during a tick was not watching, and no terminal is silent because of it', async () => {
  const tank = await deliveringTank()
  await stage.pass(MINUTE)
  stage.interrupted()
  const from = instantAt(stage.clock.now())
  const tick = stage.tick()
  stage.clock.advance(60 * MINUTE * 1000)
  await tick
  expect(stage.interrupted()).toEqual([{ from, to: instantAt(stage.clock.now()) }])
  await stage.pass(MINUTE)
  expect(await stage.rows(tank.id)).toEqual([])
})

test('while no process takes readings no terminal falls silent, and then each has its full time', async () => {
  const tank = await deliveringTank()
  stage.receive({ here: false, elsewhere: false })
  for (let i = 0; i < 4; i += 1) {
    stage.clock.advance(10 * MINUTE * 1000)
    await stage.tick()
  }
  stage.receive({ here: true, elsewhere: false })
  await stage.pass(29 * MINUTE)
  expect(await stage.rows(tank.id)).toEqual([])
  await stage.pass(2 * MINUTE)
  expect(await stage.rows(tank.id)).toMatchObject([{ kind: 'silent' }])
})

test('another process that takes over the clock gives no terminal more time', async () => {
  const tank = await deliveringTank()
  stage.receive({ here: false, elsewhere: true })
  await stage.pass(10 * MINUTE)
  stage.clock.advance(10_000)
  await stage.restart()
  await stage.tick()
  await stage.pass(5 * MINUTE)
  stage.receive({ here: true, elsewhere: false })
  expect(await stage.rows(tank.id)).toMatchObject([{ kind: 'silent' }])
})

test('a pause does not end a silence that began before it', async () => {
  const tank = await deliveringTank()
  await stage.pass(15 * MINUTE + 10)
  stage.clock.advance(60 * MINUTE * 1000)
  await stage.restart()
  await stage.pass(MINUTE)
  expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack' }])
})

test('a longer interval for a silent terminal does not end its silence', async () => {
  const tank = await deliveringTank()
  await stage.pass(15 * MINUTE + 10)
  await stage.database.query('update terminals set expected_interval_seconds = 3600 where id = $1', tank.terminals)
  await stage.tick()
  expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack' }])
})

test('silence never clears an excursion', async () => {
  const template = await stage.template({ ph: { max: 8 } })
  const tank = await stage.tank(template)
  await stage.send({ terminal: tank.terminals[0] ?? 0, tank: tank.id, values: { ph: 9 } })
  await stage.pass(20 * MINUTE)
  expect(await stage.rows(tank.id)).toMatchObject([
    { kind: 'high', state: 'active_unack' },
    { kind: 'silent', state: 'active_unack' },
  ])
})

test('a suspended terminal or tank is not silent, and its silence ends with the reason', async () => {
  const [suspended, banned] = [await deliveringTank(), await deliveringTank()]
  await stage.pass(15 * MINUTE + 10)
  await stage.database.query(`update tanks set status = 'suspended' where id = $1`, [suspended.id])
  await stage.database.query(`update terminals set status = 'banned' where id = $1`, [banned.terminals[0]])
  await stage.alarms.evaluateTanks([suspended.id, banned.id])
  await stage.pass(MINUTE)
  expect(await stage.rows(suspended.id)).toMatchObject([{ state: 'rtn_unack', note: 'Tank askıya alındı.' }])
  expect(await stage.rows(banned.id)).toMatchObject([
    { state: 'rtn_unack', note: 'Terminal yasaklandı.' },
    { terminal_id: null, state: 'active_unack' },
  ])
})

test('the acknowledgement of a silence alarm expires after its time', async () => {
  const template = await stage.template({ ph: { max: 8, critical_max: 8.5 } })
  const tank = await stage.tank(template)
  const terminal = tank.terminals[0] ?? 0
  await stage.send({ terminal, tank: tank.id, values: { ph: 9 } })
  await stage.changeAlarms([tank.id], () => ({ type: 'acknowledged', user_id: null, note: null }))
  stage.clock.advance(60 * MINUTE * 1000 - 1)
  await stage.tick()
  expect(await stage.rows(tank.id)).toMatchObject([{ kind: 'high', state: 'active_ack' }])
  stage.clock.advance(1)
  await stage.tick()
  expect(await stage.rows(tank.id)).toMatchObject([
    { kind: 'high', state: 'active_unack', notified_at: instantAt(stage.clock.now()) },
  ])
})
