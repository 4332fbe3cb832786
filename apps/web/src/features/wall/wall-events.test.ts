import type { Incident } from '@dalyan/contracts/incidents'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { given } from '../../../tests/given.ts'
import { wallEvents } from './wall-events.ts'

const t = ((key: string, values?: object) => `${key}${values ? JSON.stringify(values) : ''}`) as unknown as TFunction
const AT = '2026-11-20T10:00:00.000Z'
const NOW = Date.parse(AT) + 7 * 60_000

const incident = (part: Partial<Incident>): Incident => ({
  id: 1,
  cause: null,
  severity: 'warning',
  state: 'active_unack',
  place: null,
  tanks: [],
  alarms: [],
  evidence: '',
  started_at: AT,
  ended_at: null,
  ...part,
})
const alarmed = given.wallTank({
  id: 2,
  code: 'A-2',
  state: 'crit',
  since: AT,
  lead: 'ph',
  values: { ph: { value: 6.2, measured_at: AT, out: true } },
  limits: { ph: { min: 7.5, max: 8.4 } },
})

test('a dark place is one silent event with its evidence', () => {
  const silent = given.alarm({ kind: 'silent', metric: null })
  const tanks = [1, 2, 3].map((id) => ({ id, code: `B-${id}` }))
  const dark = incident({ cause: 'outage', place: 'B salonu', tanks, alarms: [silent], evidence: '27 terminal sustu' })
  expect(wallEvents(t, [dark], [], NOW)).toEqual([
    expect.objectContaining({
      state: 'silent',
      title: expect.stringContaining('B salonu') as string,
      text: '27 terminal sustu · 7 dk',
      acknowledged: false,
    }),
  ])
})

test('a tank in alarm is named with its value, its limit and its age, also without an incident', () => {
  const [event] = wallEvents(t, [], [{ tank: alarmed, state: 'crit' }], NOW)
  expect(event).toMatchObject({ state: 'crit', title: 'A-2', value: '6,20 ↓' })
  expect(event?.text).toContain('7 dk')
  expect(event?.text).toContain('7,50')
})

test('an incident of one tank and its tank are one event, and a returned incident is none', () => {
  const of = { tanks: [{ id: 2, code: 'A-2' }], alarms: [given.alarm()] }
  const shown = [{ tank: alarmed, state: 'crit' as const }]
  expect(wallEvents(t, [incident({ ...of, severity: 'critical' })], shown, NOW)).toHaveLength(1)
  expect(wallEvents(t, [incident({ ...of, state: 'rtn_unack' })], [], NOW)).toEqual([])
})
