import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { expect, test } from 'vitest'
import { shownTank, type TankFacts, type TerminalFacts, type WallAlarm } from './wall.rules.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const BEFORE = '2026-11-20T09:40:00.000Z'

interface GivenValue {
  value: number
  measured_at?: string
}

/** An online terminal of the tank that measured these values now. */
function terminal(values: Partial<Record<MetricKey, GivenValue>>, wish: Partial<TerminalFacts> = {}): TerminalFacts {
  return {
    is_here: true,
    is_by_hand: false,
    connection: 'online',
    stale_after_seconds: 60,
    fresh_from: '2026-11-20T09:59:00.000Z',
    values: METRIC_KEYS.map((metric) => values[metric]?.value ?? null),
    times: METRIC_KEYS.map((metric) => values[metric] && (values[metric].measured_at ?? NOW)).map((at) => at ?? null),
    ...wish,
  }
}
const well = { tank_temperature: { value: 18 }, ph: { value: 8 } }
const offline = { connection: 'offline' } as const
const old = { measured_at: BEFORE }

const alarm = (wish: Partial<WallAlarm> = {}): WallAlarm => ({
  kind: 'high',
  metric: 'ph',
  severity: 'warning',
  state: 'active_unack',
  out_since: BEFORE,
  shelved_until: null,
  ...wish,
})

const tank = (wish: Partial<TankFacts> = {}): TankFacts => ({
  status: 'active',
  terminals: [terminal(well)],
  limits: { ph: { min: 7, max: 8.5 } },
  alarms: [],
  mode: null,
  forewarning: null,
  ...wish,
})
const mode = { name: 'cleaning', until: NOW, metrics: ['ph'], by: null } as const

test.each<[string, Partial<TankFacts>, object]>([
  ['within its limits is normal', {}, { state: 'normal', lead: 'tank_temperature', since: null, is_watched: true }],
  ['without limits is normal and not watched', { limits: {} }, { state: 'normal', is_watched: false }],
  ['with a warning', { alarms: [alarm()] }, { state: 'warn', lead: 'ph', since: BEFORE, acknowledged: false }],
  [
    'with a critical alarm, whatever else it has',
    {
      alarms: [
        alarm({ metric: 'tank_temperature', kind: 'low', out_since: NOW }),
        alarm({ severity: 'critical', state: 'active_ack' }),
      ],
    },
    { state: 'crit', lead: 'ph', since: BEFORE, acknowledged: true },
  ],
  ['whose alarm has returned', { alarms: [alarm({ state: 'rtn_unack' })] }, { state: 'normal' }],
  [
    'whose alarm is shelved is still out of range, and needs nobody',
    { alarms: [alarm({ shelved_until: '2026-11-20T11:00:00.000Z' })] },
    { state: 'warn', acknowledged: true },
  ],
  [
    'of which one sensor is silent',
    { alarms: [alarm({ kind: 'silent', severity: 'critical' })] },
    { state: 'warn', lead: 'ph' },
  ],
  [
    'whose terminals are all offline',
    { terminals: [terminal({ ph: { value: 8, ...old } }, offline), terminal({}, { is_here: false })] },
    { state: 'silent', since: BEFORE, last_measured_at: BEFORE, is_watched: false },
  ],
  ['of which one terminal still delivers', { terminals: [terminal({}, offline), terminal(well)] }, { state: 'normal' }],
  ['without a terminal', { terminals: [] }, { state: 'silent', lead: null, since: null }],
  [
    'that fell silent while out of range keeps its mark',
    {
      terminals: [terminal({ tank_temperature: { value: 18, ...old }, ph: { value: 9, ...old } }, offline)],
      alarms: [alarm()],
    },
    { state: 'silent', lead: 'ph', values: { ph: { value: 9, out: true } } },
  ],
  [
    'whose values are old while its terminal is not yet offline',
    { terminals: [terminal({ ph: { value: 8, ...old } }, { connection: 'stale' })] },
    { state: 'stale', since: BEFORE, is_watched: false },
  ],
  ['in a mode', { mode: { ...mode, metrics: ['ph'] } }, { state: 'mode' }],
  [
    'in a mode with an alarm of a metric that it does not hold',
    { mode: { ...mode, metrics: ['salinity'] }, alarms: [alarm()] },
    { state: 'warn' },
  ],
  ['that is suspended', { status: 'suspended', alarms: [alarm()] }, { state: 'suspended', is_watched: false }],
  ['that is inactive', { status: 'inactive' }, { state: 'suspended' }],
  [
    'that is out of range within the delay of its alarm',
    { terminals: [terminal({ ...well, ph: { value: 9 } })] },
    { state: 'normal', lead: 'ph' },
  ],
])('on the overview a tank %s', (_, facts, shown) => {
  expect(shownTank(tank(facts), NOW)).toMatchObject(shown)
})

test('of several terminals the worst fresh value is shown', () => {
  const ph = (...list: GivenValue[]) =>
    shownTank(tank({ terminals: list.map((value) => terminal({ ph: value })) }), NOW).values.ph
  const now = { measured_at: '2026-11-20T09:59:30.000Z' }
  for (const list of [
    [{ value: 8 }, { value: 9, ...now }],
    [{ value: 9, ...now }, { value: 8 }],
  ])
    expect(ph(...list)).toMatchObject({ value: 9, out: true })
  expect(ph({ value: 9, ...old }, { value: 8 })).toMatchObject({ value: 8, out: false })
  expect(ph({ value: 8 }, { value: 9, ...old })).toMatchObject({ value: 8, out: false })
  expect(ph({ value: 8 }, { value: 7.5, ...now })).toMatchObject({ value: 8 })
  expect(ph({ value: 7.5, ...now }, { value: 8 })).toMatchObject({ value: 8 })
})

test('an old value of a terminal that left the tank is shown and not marked', () => {
  const left = terminal({ ph: { value: 9, ...old } }, { is_here: false })
  expect(shownTank(tank({ terminals: [left, terminal({})] }), NOW).values).toEqual({
    ph: { value: 9, measured_at: BEFORE, out: false },
  })
})

test('a value entered by hand is shown, but neither compared with limits nor a sign of life', () => {
  const byHand = terminal({ ph: { value: 9 } }, { is_by_hand: true, is_here: false, connection: 'never' })
  expect(shownTank(tank({ terminals: [byHand, terminal({})] }), NOW)).toMatchObject({
    state: 'stale',
    values: { ph: { value: 9, out: false } },
    is_watched: false,
  })
})
