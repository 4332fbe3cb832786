import { describe, expect, test } from 'vitest'
import {
  diagnose,
  silentTogether,
  type DiagnosisFacts,
  type LinkEvent,
  type LinkEventKind,
  type Neighbour,
} from './diagnosis.rules.ts'

const NOW = 1_000_000_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const event = (at: number, detail: Record<string, string> = {}, count = 2): LinkEvent => ({
  first_at: at,
  last_at: at,
  count,
  detail,
})

/** A terminal that delivered every 15 s until an hour ago. */
function facts(
  change: Partial<Omit<DiagnosisFacts, 'events'>> & { events?: Partial<Record<LinkEventKind, LinkEvent>> } = {},
): DiagnosisFacts {
  const { events = {}, ...rest } = change
  return {
    now: NOW,
    status: 'active',
    created_at: NOW - 100 * HOUR,
    changed_at: NOW - 100 * HOUR,
    connection: 'offline',
    last_seen_at: NOW - HOUR,
    address: '10.0.0.7',
    metrics: [{ metric: 'ph', at: NOW - HOUR }],
    expected_seconds: null,
    interval_seconds: 15,
    gaps: [15, 15, 15, 15, 15],
    stale_after_seconds: 60,
    offline_after_seconds: 120,
    is_connected: false,
    refused_count: 0,
    key_made_at: null,
    place: null,
    health: null,
    ...rest,
    events: new Map(Object.entries(events) as [LinkEventKind, LinkEvent][]),
  }
}
const online = {
  connection: 'online',
  last_seen_at: NOW - 5_000,
  metrics: [{ metric: 'ph', at: NOW - 5_000 }],
} as const
const place = { name: 'B salonu', silent: 27, total: 27, first_at: NOW - HOUR - 60_000, last_at: NOW - HOUR }

describe('of several reasons for silence', () => {
  test('the status goes before a wrong key', () => {
    expect(diagnose(facts({ status: 'banned', events: { wrong_key: event(NOW) } })).verdict).toBe('banned')
  })

  test('the newest fault since the last reading counts', () => {
    const events = { wrong_key: event(NOW - 30 * MINUTE), unreadable: event(NOW - 2 * MINUTE) }
    expect(diagnose(facts({ events })).verdict).toBe('unreadable')
  })

  test('a fault before the last reading explains nothing', () => {
    expect(diagnose(facts({ events: { wrong_key: event(NOW - 2 * HOUR) } })).verdict).toBe('disconnected')
  })

  test('a refused key goes before the silence of the place, which goes before the end of the connection', () => {
    const ended = { disconnected: event(NOW - HOUR + 1000, { reason: 'lost' }) }
    expect(diagnose(facts({ place, events: ended })).verdict).toBe('place_silent')
    expect(diagnose(facts({ place, events: { ...ended, old_key: event(NOW) } })).verdict).toBe('old_key')
  })

  test('after a stop of the server the place is not blamed', () => {
    const events = { disconnected: event(NOW - HOUR + 1000, { reason: 'stopped' }) }
    expect(diagnose(facts({ place, events }))).toMatchObject({ verdict: 'disconnected', certainty: 'high' })
  })

  test('a terminal that delivers is not blamed for a stranger’s wrong key or a second topic', () => {
    const events = { wrong_key: event(NOW), wrong_topic: event(NOW) }
    expect(diagnose(facts({ ...online, events })).verdict).toBe('ok')
  })
})

describe('the certainty of a reason for silence', () => {
  test.each([
    ['high', 'a key refused a minute ago', { events: { wrong_key: event(NOW - MINUTE) } }],
    [
      'medium',
      'a key refused hours ago',
      { last_seen_at: NOW - 9 * HOUR, events: { wrong_key: event(NOW - 5 * HOUR) } },
    ],
    ['medium', 'a terminal by HTTP that stopped', {}],
    [
      'low',
      'a terminal that is connected and sends nothing',
      { is_connected: true, events: { connected: event(NOW) } },
    ],
    ['medium', 'one impossible value', { ...online, events: { out_of_bounds: event(NOW, {}, 1) } }],
    ['high', 'impossible values again and again', { ...online, events: { out_of_bounds: event(NOW, {}, 5) } }],
  ] as const)('is %s for %s', (certainty, _, change) => {
    expect(diagnose(facts(change)).certainty).toBe(certainty)
  })
})

test('readings that are old at their arrival point to the clock', () => {
  const late = { ...online, metrics: [{ metric: 'ph', at: NOW - 3 * HOUR }] } as const
  expect(diagnose(facts(late))).toMatchObject({ verdict: 'wrong_clock', certainty: 'medium' })
})

test('a metric that ended months ago counts as removed on purpose', () => {
  const ended = (at: number) => ({ ...online, metrics: [...online.metrics, { metric: 'orp' as const, at }] })
  expect(diagnose(facts(ended(NOW - HOUR))).verdict).toBe('metrics_missing')
  expect(diagnose(facts(ended(NOW - 90 * 24 * HOUR))).verdict).toBe('ok')
})

test('a late terminal is late only, unless its place is silent or its connection ended', () => {
  const late = { ...online, connection: 'stale' as const, last_seen_at: NOW - 90_000 }
  expect(diagnose(facts(late))).toMatchObject({ verdict: 'too_seldom', certainty: 'low' })
  expect(diagnose(facts({ ...late, place })).verdict).toBe('place_silent')
  const events = { disconnected: event(NOW - 80_000, { reason: 'lost' }) }
  expect(diagnose(facts({ ...late, events }))).toMatchObject({ verdict: 'disconnected', certainty: 'medium' })
})

test('at most three facts are named, the newest first', () => {
  const events = { wrong_key: event(NOW - MINUTE) }
  const { evidence } = diagnose(facts({ events, key_made_at: NOW - 2 * HOUR }))
  expect(evidence.map(({ code }) => code)).toEqual(['wrong_key', 'last_reading', 'key_made'])
})

describe('the terminals of a place fell silent together', () => {
  const neighbour = (id: number, secondsAgo: number | null, interval = 15): Neighbour => ({
    id,
    seen_at: secondsAgo === null ? null : NOW - secondsAgo * 1000,
    interval_seconds: interval,
    stale_after_seconds: 60,
  })
  const together = (...others: Neighbour[]) => silentTogether('B', neighbour(1, 600), others, NOW)

  test('when the last readings of three lie within a minute', () => {
    expect(together(neighbour(2, 590), neighbour(3, 545), neighbour(4, null))).toMatchObject({ silent: 3, total: 3 })
  })

  test('not when two did, when one still delivers, or when they stopped at other times', () => {
    expect(together(neighbour(2, 590))).toBeNull()
    expect(together(neighbour(2, 590), neighbour(3, 5))).toBeNull()
    expect(together(neighbour(2, 590), neighbour(3, 5_000))).toBeNull()
  })

  test('within the longest interval of one of them', () => {
    expect(together(neighbour(2, 590), neighbour(3, 900, 300))).toMatchObject({ silent: 3 })
  })
})

const lastHealth = (battery: number | null) => {
  const at = new Date(NOW - 2 * HOUR).toISOString()
  const last = (value: number) => ({ value, at })
  return { battery: battery === null ? null : last(battery), rssi: last(-117), snr: last(-12), gateway: null }
}

test('a low battery is named as a fact of a terminal that fell silent, and of one that still delivers', () => {
  const silent = diagnose(facts({ health: lastHealth(4) }))
  expect(silent).toMatchObject({ verdict: 'disconnected', evidence: expect.arrayContaining([battery(4)]) })
  const talking = diagnose(facts({ connection: 'online', metrics: [], health: lastHealth(18) }))
  expect(talking).toMatchObject({ verdict: 'ok', evidence: expect.arrayContaining([battery(18)]) })
})

test('without a low battery the last signal is named of a silent terminal only', () => {
  const codes = (given: Parameters<typeof facts>[0]) => diagnose(facts(given)).evidence.map(({ code }) => code)
  expect(codes({ health: lastHealth(80) })).toContain('signal')
  expect(codes({ health: lastHealth(null), connection: 'online', metrics: [] })).toEqual(['last_reading'])
})

function battery(percent: number) {
  return expect.objectContaining({ code: 'battery', parts: { percent } })
}

describe('behind a broker that does not report connections', () => {
  const unknown = { is_connected: null }

  test('a silent terminal is not said to be disconnected', () => {
    const { verdict, certainty, evidence } = diagnose(facts(unknown))
    expect([verdict, certainty, evidence[0]?.code]).toEqual(['unknown', 'low', 'own_broker'])
    const connected = diagnose(facts({ ...unknown, events: { connected: event(NOW - 2 * HOUR) } }))
    expect(connected.evidence.map(({ code }) => code)).toContain('connected')
  })

  test('nor is one without a reading said to have never connected', () => {
    expect(diagnose(facts({ ...unknown, last_seen_at: null, metrics: [], connection: 'never' })).verdict).toBe(
      'unknown',
    )
  })

  test('but one whose connection to Dalyan itself ended after its last reading is', () => {
    const ended = { ...unknown, events: { disconnected: event(NOW - MINUTE, { reason: 'lost' }) } }
    expect(diagnose(facts(ended)).verdict).toBe('disconnected')
  })
})
