import { expect, test } from 'vitest'
import type { AlarmRow } from '../../core/database/schema-alarms.ts'
import { transitionsOf } from './alarm-transitions.rules.ts'

const AT = '2026-07-10T09:00:00.000Z'
const alarm: AlarmRow = {
  id: 7,
  tank_id: 1,
  terminal_id: 2,
  metric: 'ph',
  kind: 'high',
  severity: 'critical',
  state: 'active_unack',
  value: 9,
  peak: 9,
  limit_value: 8,
  out_since: AT,
  raised_at: AT,
  last_at: AT,
  cleared_at: null,
  closed_at: null,
  acknowledged_at: null,
  acknowledged_by: null,
  first_acknowledged_at: null,
  first_acknowledged_by: null,
  occurrence_peak: 9,
  past: [],
  ack_value: null,
  ack_since: null,
  note: null,
  shelved_until: null,
  shelve_reason: null,
  occurrences: 1,
  chattering: false,
  occurred_at: [AT],
  notified_at: AT,
  notified_severity: 'critical',
}
const closed: AlarmRow = { ...alarm, id: 6, state: 'closed', acknowledged_at: AT, cleared_at: AT, closed_at: AT }

test.each<[string, AlarmRow | null, Partial<AlarmRow>, string[]]>([
  ['a new alarm', null, { id: 0 }, []],
  ['one more value out', alarm, { value: 9.4 }, []],
  ['an acknowledgement', alarm, { state: 'active_ack', acknowledged_at: AT }, ['acknowledged']],
  ['a later note', { ...alarm, acknowledged_at: AT }, { acknowledged_at: AT, note: 'bakıldı' }, []],
  ['a value back inside', alarm, { state: 'rtn_unack', cleared_at: AT }, ['cleared']],
  ['the same, and seen before', alarm, { state: 'closed', cleared_at: AT, closed_at: AT }, ['cleared', 'closed']],
  [
    'an acknowledgement of what is over',
    { ...alarm, cleared_at: AT },
    { state: 'closed', cleared_at: AT, acknowledged_at: AT, closed_at: AT },
    ['acknowledged', 'closed'],
  ],
  ['a shelving', alarm, { shelved_until: AT }, ['shelved']],
  ['a new alarm that takes a shelving over', { ...closed, shelved_until: AT }, { id: 0, shelved_until: AT }, []],
  ['a new alarm that was over when it was written', closed, { id: 0, cleared_at: AT }, ['cleared']],
])('%s', (_, before, change, steps) => {
  expect(transitionsOf({ before, after: { ...alarm, ...change } })).toEqual(steps)
})
