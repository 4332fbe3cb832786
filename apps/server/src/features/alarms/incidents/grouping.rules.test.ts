import { describe, expect, test } from 'vitest'
import { groupAlarms, type GroupedAlarm } from './grouping.rules.ts'

type GivenSilence = Partial<GroupedAlarm> & { at?: number }
let terminals = 0

/** An alarm that began `at` seconds after midnight; by default the pH of tank 1. */
function alarm({ at = 0, ...given }: GivenSilence = {}): GroupedAlarm {
  return {
    tank_id: 1,
    terminal_id: (terminals += 1),
    metric: 'ph',
    kind: 'high',
    state: 'active_unack',
    out_since: new Date(at * 1000).toISOString(),
    place: '1 Salon B',
    gateway: null,
    interval_seconds: 15,
    incident: null,
    ...given,
  }
}
const silence = (given: GivenSilence = {}) =>
  alarm({ kind: 'silent', metric: null, tank_id: (terminals += 1), ...given })
const inIncident = (id: number, cause: 'outage' | null = null) => ({ incident: { id, cause } })

/** The incidents as `id cause members`; new ones have no id. */
const grouped = (occurring: GroupedAlarm[], open: GroupedAlarm[] = []) =>
  groupAlarms(occurring, open).map(({ id, cause, members }) => `${id ?? 'new'} ${cause} ${members.size}`)

describe('silent terminals', () => {
  test('three of one place whose last readings lie within a minute are one outage', () => {
    expect(grouped([silence(), silence({ at: 30 }), silence({ at: 60 })])).toEqual(['new outage 3'])
  })

  test('two of one place are two incidents', () => {
    expect(grouped([silence(), silence({ at: 1 })])).toEqual(['new null 1', 'new null 1'])
  })

  test('three of one place whose last readings span more than a minute are three incidents', () => {
    expect(grouped([silence(), silence({ at: 45 }), silence({ at: 90 })])).toHaveLength(3)
  })

  test('the longest interval of the terminals counts where it is longer than a minute', () => {
    const rare = { interval_seconds: 900 }
    expect(grouped([silence(rare), silence({ at: 400 }), silence({ at: 800 })])).toEqual(['new outage 3'])
  })

  test('terminals of two places are two outages', () => {
    const at = (place: string) => [silence({ place }), silence({ place }), silence({ place })]
    expect(grouped([...at('1 Salon A'), ...at('1 Salon B')])).toEqual(['new outage 3', 'new outage 3'])
  })

  test('three of one gateway at three places are one outage', () => {
    const gateway = '1 GW-7'
    const at = (place: string) => silence({ place, gateway })
    expect(grouped([at('1 Salon A'), at('1 Salon B'), at('1 Salon C')])).toEqual(['new outage 3'])
  })

  test('a gateway joins the outage of a place with its other silent terminals', () => {
    const gateway = '1 GW-7'
    const ofPlace = [silence(), silence(), silence({ gateway })]
    const elsewhere = [silence({ place: '1 Salon A', gateway }), silence({ place: '1 Salon C', gateway })]
    expect(grouped([...ofPlace, ...elsewhere])).toEqual(['new outage 5'])
  })

  test('two of one gateway and terminals that name none are no outage of a gateway', () => {
    const at = (place: string, gateway: string | null) => silence({ place, gateway })
    expect(grouped([at('1 A', '1 GW-7'), at('1 B', '1 GW-7'), at('1 C', null), at('1 D', null)])).toHaveLength(4)
  })

  test('one that falls silent later joins the outage', () => {
    const open = [0, 5, 10].map((at) => silence({ at, ...inIncident(7, 'outage') }))
    expect(grouped([silence({ at: 40 })], open)).toEqual(['7 outage 4'])
  })

  test('the third one makes an outage of the incidents of the first two', () => {
    const open = [silence({ at: 0, ...inIncident(7) }), silence({ at: 5, ...inIncident(8) })]
    expect(grouped([silence({ at: 10 })], open)).toEqual(['7 outage 3'])
  })

  test('an outage leaves an alarm of another kind in the incident of its tank', () => {
    const tank = { tank_id: 5, ...inIncident(7) }
    const open = [alarm({ ...tank }), silence({ ...tank, at: 1 }), silence({ at: 2, ...inIncident(8) })]
    expect(grouped([silence({ at: 3 })], open)).toEqual(['8 outage 3'])
  })

  test('one that is silent again, alone, keeps the incident of its earlier occurrence', () => {
    const others = [1, 2].map(() => silence({ state: 'rtn_unack', ...inIncident(7, 'outage') }))
    expect(grouped([silence({ at: 90_000, ...inIncident(7, 'outage') })], others)).toEqual(['7 outage 3'])
  })

  test('one that is silent again together with others leaves its old incident for their outage', () => {
    expect(grouped([silence({ ...inIncident(3) }), silence(), silence()])).toEqual(['3 outage 3'])
  })

  test('a terminal that lacks several metrics is no outage', () => {
    const metrics = (['ph', 'orp', 'salinity'] as const).map((metric) => silence({ metric, tank_id: 5 }))
    expect(grouped(metrics)).toEqual(['new null 3'])
  })
})

describe('one tank', () => {
  test('alarms that begin within 15 minutes of the newest one are one incident', () => {
    const open = [alarm({ at: 0, ...inIncident(7) }), alarm({ at: 800, ...inIncident(7), metric: 'orp' })]
    expect(grouped([alarm({ at: 1600, metric: 'salinity' })], open)).toEqual(['7 null 3'])
  })

  test('an alarm that begins later is another incident', () => {
    expect(grouped([alarm({ at: 901 })], [alarm({ at: 0, ...inIncident(7) })])).toEqual(['new null 1'])
  })

  test('alarms of two tanks are two incidents', () => {
    expect(grouped([alarm(), alarm({ tank_id: 2 })])).toEqual(['new null 1', 'new null 1'])
  })

  test('an alarm of a tank does not join the outage of its terminal', () => {
    const outage = [1, 2, 3].map((tank_id) => silence({ tank_id, ...inIncident(7, 'outage') }))
    expect(grouped([alarm()], outage)).toEqual(['new null 1'])
  })

  test('new alarms join one that occurs again in the same moment', () => {
    expect(grouped([alarm({ metric: 'orp' }), alarm({ ...inIncident(7) })])).toEqual(['7 null 2'])
  })

  test('two incidents whose alarms occur again together become one', () => {
    expect(grouped([alarm({ ...inIncident(7) }), alarm({ ...inIncident(8) })])).toEqual(['8 null 2'])
  })
})

describe('out of the water', () => {
  const lifted = [alarm({ metric: 'salinity', kind: 'low' }), alarm({ metric: 'conductivity', kind: 'low', at: 30 })]

  test('salinity and conductivity that fall together are the cause', () => {
    expect(grouped([...lifted, alarm({ at: 60 })])).toEqual(['new out_of_water 3'])
  })

  test('the cause is found when the second one falls', () => {
    const [salinity = alarm(), conductivity = alarm()] = lifted
    expect(grouped([conductivity], [{ ...salinity, ...inIncident(7) }])).toEqual(['7 out_of_water 2'])
  })

  test('a value that leaves its limits an hour later, still out of the water, joins the incident', () => {
    const out = { incident: { id: 7, cause: 'out_of_water' as const } }
    const open = lifted.map((one) => ({ ...one, ...out }))
    expect(grouped([alarm({ at: 3600, kind: 'low' })], open)).toEqual(['7 out_of_water 3'])
    const back = open.map((one) => ({ ...one, state: 'rtn_unack' as const }))
    expect(grouped([alarm({ at: 3600, kind: 'low' })], back)).toEqual(['new null 1'])
  })

  test('a temperature that leaves its limits in the same minute speaks against it', () => {
    expect(grouped([...lifted, alarm({ metric: 'tank_temperature', at: 40 })])).toEqual(['new null 3'])
  })

  test('values that rise, or fall a minute apart, are no such cause', () => {
    const rising = lifted.map((one) => ({ ...one, kind: 'high' as const }))
    expect(grouped(rising)).toEqual(['new null 2'])
    const apart = lifted.map((one, index) => ({ ...one, out_since: new Date(index * 61_000).toISOString() }))
    expect(grouped(apart)).toEqual(['new null 2'])
  })
})

test('an incident whose alarms had all returned begins a new occurrence', () => {
  const occurrenceOf = (state: 'active_ack' | 'rtn_unack') =>
    groupAlarms([alarm({ ...inIncident(7) })], [alarm({ state, metric: 'orp', ...inIncident(7) })])[0]?.isNewOccurrence
  expect([occurrenceOf('rtn_unack'), occurrenceOf('active_ack')]).toEqual([true, false])
})

describe('the quality gate', () => {
  test('makes an alarm that the sonde is out of the water the cause of its incident, which other alarms of the tank join', () => {
    const found = alarm({ kind: 'out_of_water', metric: 'conductivity' })
    expect(grouped([found, alarm({ at: 60 })])).toEqual(['new out_of_water 2'])
  })

  test('makes a faulty sensor an incident of its own, which no other alarm joins', () => {
    const faults = [alarm({ kind: 'fault' }), alarm({ kind: 'fault', metric: 'orp' })]
    expect(grouped([...faults, alarm({ metric: 'salinity' })])).toEqual([
      'new sensor_fault 1',
      'new sensor_fault 1',
      'new null 1',
    ])
  })

  test('keeps the incident of a sensor that fails again', () => {
    const again = alarm({ kind: 'fault', incident: { id: 7, cause: 'sensor_fault' } })
    expect(grouped([again])).toEqual(['7 sensor_fault 1'])
  })
})
