import { describe, expect, test } from 'vitest'
import { silenceTransitions, findSilences, silentSeconds, type ObservedTerminal } from './silence.rules.ts'

const START = Date.parse('2026-11-20T10:00:00.000Z')
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString()
const LIMIT = 15 * 60

function terminal(wish: Partial<ObservedTerminal> = {}): ObservedTerminal {
  return {
    terminal_id: 1,
    tank_id: 1,
    seen_at: at(0),
    measured_at: at(0),
    since: at(-1000),
    limit_seconds: LIMIT,
    metrics: [],
    ...wish,
  }
}

describe('the clock of silence', () => {
  test('silence counts from the last reading', () => {
    expect(silentSeconds(at(0), at(20), LIMIT, [])).toBe(20 * 60)
  })
  test('the silence clock stops while the server is down and for one limit after', () => {
    const pauses = [{ from_at: at(10), to_at: at(100) }]
    expect(silentSeconds(at(0), at(100), LIMIT, pauses)).toBe(10 * 60)
    expect(silentSeconds(at(0), at(115), LIMIT, pauses)).toBe(10 * 60)
    expect(silentSeconds(at(0), at(120), LIMIT, pauses)).toBe(15 * 60)
  })
  test('pauses that overlap count once, and pauses before the last reading do not count', () => {
    const pauses = [
      { from_at: at(-50), to_at: at(-40) },
      { from_at: at(10), to_at: at(11) },
      { from_at: at(12), to_at: at(13) },
    ]
    expect(silentSeconds(at(0), at(30), LIMIT, pauses)).toBe((10 + 2) * 60)
  })
})

const never = () => undefined

describe('which terminals are silent', () => {
  test('a terminal is silent beyond its limit, but not exactly at it', () => {
    expect(findSilences([1], [terminal()], never, [], at(15))).toEqual([])
    expect(findSilences([1], [terminal()], never, [], at(15.01))).toEqual([
      { tank_id: 1, terminal_id: 1, metric: null, severity: 'critical', out_since: at(0) },
    ])
  })
  test('a silence is only a warning while another terminal delivers to the tank', () => {
    const [silence] = findSilences([1], [terminal(), terminal({ terminal_id: 2, seen_at: at(19) })], never, [], at(20))
    expect(silence).toMatchObject({ terminal_id: 1, severity: 'warning' })
  })
  test('a terminal without a stored reading, or just put on the tank, is not silent', () => {
    expect(findSilences([1], [terminal({ seen_at: null })], never, [], at(99))).toEqual([])
    expect(findSilences([1], [terminal({ since: at(90) })], never, [], at(99))).toEqual([])
  })
  test('a metric that its reporting terminal no longer delivers is silent', () => {
    const metrics = [
      { metric: 'ph' as const, measured_at: at(0) },
      { metric: 'orp' as const, measured_at: at(14) },
    ]
    const reporting = terminal({ seen_at: at(15), measured_at: at(15 + 1 / 60), metrics })
    const next = (_: number, metric: string) => (metric === 'ph' ? at(1) : undefined)
    expect(findSilences([1], [reporting], next, [], at(15))).toEqual([
      { tank_id: 1, terminal_id: 1, metric: 'ph', severity: 'warning', out_since: at(0) },
    ])
  })
  test('an active tank without a terminal that could deliver is silent', () => {
    expect(findSilences([7], [], never, [], at(0))).toEqual([
      { tank_id: 7, terminal_id: null, metric: null, severity: 'critical', out_since: at(0) },
    ])
  })
})

describe('silence alarms', () => {
  const silence = {
    tank_id: 1,
    terminal_id: 1,
    metric: null,
    severity: 'critical' as const,
    out_since: at(0),
  }
  const changed = (...given: Parameters<typeof silenceTransitions>) =>
    silenceTransitions(...given).map(({ after }) => after)
  const [raised] = changed([], [silence], () => null, at(16))

  test('a silence alarm is raised once', () => {
    expect(raised).toMatchObject({
      kind: 'silent',
      state: 'active_unack',
      out_since: at(0),
      raised_at: at(16),
      value: null,
    })
    expect(changed(raised ? [raised] : [], [silence], () => null, at(17))).toEqual([])
  })
  test('a silence alarm ends only when the terminal delivers again, not because the silence clock stops', () => {
    expect(changed(raised ? [raised] : [], [], () => null, at(17))).toEqual([])
    expect(changed(raised ? [raised] : [], [], () => at(18), at(18))).toMatchObject([
      { state: 'rtn_unack', cleared_at: at(18) },
    ])
  })
  test('a silence alarm becomes critical when the last other terminal falls silent', () => {
    const [warning] = changed([], [{ ...silence, severity: 'warning' }], () => null, at(16))
    expect(changed(warning ? [warning] : [], [silence], () => null, at(30))).toMatchObject([{ severity: 'critical' }])
  })
})
