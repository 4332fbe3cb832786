import { ALARM_STATES, type AlarmState, type Severity } from '@dalyan/contracts/alarm-words'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AlarmRow } from '../../../core/database/schema-alarms.ts'
import { accepts, dueEvent, isShelved, transition, TRANSITIONS, type AlarmEvent } from './alarm-machine.rules.ts'

const START = Date.parse('2026-07-10T09:00:00.000Z')
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString()
const NOW = at(0)

const alarm: AlarmRow = {
  id: 7,
  incident_id: 3,
  tank_id: 1,
  terminal_id: 2,
  metric: 'ph',
  kind: 'high',
  severity: 'warning',
  state: 'active_unack',
  value: 9,
  peak: 9,
  limit_value: 8,
  out_since: NOW,
  raised_at: NOW,
  last_at: NOW,
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
  occurred_at: [NOW],
  notified_at: NOW,
  notified_severity: 'warning',
}
const signed = { acknowledged_at: NOW, acknowledged_by: 3, first_acknowledged_at: NOW, first_acknowledged_by: 3 }
const IN_STATE: Record<AlarmState, AlarmRow> = {
  active_unack: alarm,
  active_ack: { ...alarm, state: 'active_ack', ...signed, ack_since: NOW, ack_value: 9 },
  rtn_unack: { ...alarm, state: 'rtn_unack', cleared_at: NOW },
  closed: { ...alarm, state: 'closed', ...signed, cleared_at: NOW, closed_at: NOW },
}

function occurred(minute: number, severity: Severity = 'warning', peak = 8.5): AlarmEvent {
  const { tank_id, terminal_id, metric, kind } = alarm
  const times = { out_since: at(minute), last_at: at(minute), at: at(minute) }
  return { type: 'occurred', tank_id, terminal_id, metric, kind, severity, value: peak, peak, limit_value: 8, ...times }
}
const acknowledged: AlarmEvent = { type: 'acknowledged', user_id: 3, note: null }
const SAMPLES: Record<AlarmEvent['type'], AlarmEvent> = {
  occurred: occurred(0),
  value_out: { type: 'value_out', value: 8.2, at: NOW, limit_value: 8 },
  grew_worse: { type: 'grew_worse' },
  severity_rose: { type: 'severity_rose', severity: 'critical' },
  severity_fell: { type: 'severity_fell', severity: 'warning' },
  cleared: { type: 'cleared', at: NOW },
  acknowledged,
  note_changed: { type: 'note_changed', note: 'bakıldı' },
  acknowledgement_over: { type: 'acknowledgement_over' },
  shelved: { type: 'shelved', minutes: 60, reason: 'bakım' },
  shelving_over: { type: 'shelving_over' },
}
const EVENTS = Object.values(SAMPLES)

describe('every state and every event', () => {
  test.each(ALARM_STATES.flatMap((state) => EVENTS.map((event) => [state, event.type, event] as const)))(
    '%s and %s: the machine enters the state of the table, or refuses',
    (state, type, event) => {
      const cell = TRANSITIONS[state][type]
      const step = transition(IN_STATE[state], event, NOW)
      expect(accepts(IN_STATE[state], type)).toBe(cell !== undefined)
      expect(step?.after.state).toBe(cell?.to)
      expect(step?.reports ?? []).toEqual(cell?.report ?? [])
      if (step) expect(step.before).toBe(IN_STATE[state])
    },
  )

  test.each(EVENTS.map((event) => [event.type, event] as const))(
    'without an alarm %s creates one, or is refused',
    (type, event) => {
      expect(transition(null, event, NOW)?.after.state).toBe(type === 'occurred' ? 'active_unack' : undefined)
    },
  )
})

describe('transitions that are reported without notifying recipients', () => {
  test.each<[string, AlarmRow | null, AlarmEvent, string[]]>([
    ['a new alarm', null, occurred(0), []],
    ['one more value out', alarm, SAMPLES.value_out, []],
    ['an acknowledgement', alarm, acknowledged, ['acknowledged']],
    ['a later note', IN_STATE.active_ack, SAMPLES.note_changed, []],
    ['a value back inside', alarm, SAMPLES.cleared, ['cleared']],
    ['a value back inside after the acknowledgement', IN_STATE.active_ack, SAMPLES.cleared, ['cleared', 'closed']],
    ['an acknowledgement after the return', IN_STATE.rtn_unack, acknowledged, ['acknowledged', 'closed']],
    ['a shelving', alarm, SAMPLES.shelved, ['shelved']],
    ['a new alarm that takes a shelving over', { ...IN_STATE.closed, shelved_until: at(90) }, occurred(31), []],
  ])('%s', (_, before, event, reports) => {
    expect(transition(before, event, NOW)?.reports).toEqual(reports)
  })
})

describe('reasons of notifications', () => {
  test.each<[string, AlarmRow | null, AlarmEvent, string | null]>([
    ['no alarm before', null, occurred(0), 'raised'],
    ['closed 30 minutes ago', IN_STATE.closed, occurred(30), null],
    ['closed 30 minutes ago, worse than its peak', IN_STATE.closed, occurred(30, 'warning', 9.1), 'out_again'],
    ['closed longer ago', IN_STATE.closed, occurred(31), 'raised'],
    ['returned without an acknowledgement', IN_STATE.rtn_unack, occurred(5), 'out_again'],
    ['as grave as notified before', { ...alarm, notified_severity: 'critical' }, SAMPLES.severity_rose, null],
    ['graver than notified', alarm, SAMPLES.severity_rose, 'graver'],
    ['graver than acknowledged', IN_STATE.active_ack, SAMPLES.severity_rose, 'graver'],
    ['milder', alarm, { type: 'severity_fell', severity: 'info' }, null],
    ['worse than at the acknowledgement', IN_STATE.active_ack, SAMPLES.grew_worse, 'worse'],
    ['the acknowledgement is over', IN_STATE.active_ack, SAMPLES.acknowledgement_over, 'acknowledgement_over'],
    ['the shelving is over', { ...alarm, shelved_until: NOW }, SAMPLES.shelving_over, 'shelving_over'],
    ['the shelving of a returned alarm is over', IN_STATE.rtn_unack, SAMPLES.shelving_over, null],
    ['out again while shelved', { ...IN_STATE.rtn_unack, shelved_until: at(90) }, occurred(5), null],
    ['graver while shelved', { ...alarm, shelved_until: at(90) }, SAMPLES.severity_rose, 'graver'],
  ])('%s', (_, before, event, reason) => {
    const step = transition(before, event, NOW)
    expect(step?.notify).toBe(reason)
    if (reason) expect(step?.after).toMatchObject({ notified_at: NOW, notified_severity: step?.after.severity })
  })
})

/** The states of docs/behaviour/alarms.md in a second, plain implementation. */
class PlainAlarm {
  state: AlarmState | 'none' = 'none'
  occurrences = 0
  isAcknowledged = false
  closedAt = 0
  shelvedUntil = 0

  private become(state: AlarmState): true {
    if (state === 'active_unack' && this.state !== 'active_unack') this.isAcknowledged = false
    this.state = state
    return true
  }

  /** @returns whether the state accepts the event. */
  take(event: AlarmEvent, minute: number): boolean {
    const isActive = this.state === 'active_unack' || this.state === 'active_ack'
    switch (event.type) {
      case 'occurred':
        if (isActive) return false
        if (this.state === 'none' || (this.state === 'closed' && minute - this.closedAt > 30)) {
          this.occurrences = 1
          this.isAcknowledged = false
          return this.become('active_unack')
        }
        this.occurrences += 1
        this.isAcknowledged = false
        return this.become(this.state === 'closed' ? 'active_ack' : 'active_unack')
      case 'value_out':
      case 'severity_fell':
        return isActive
      case 'severity_rose':
        this.shelvedUntil = isActive ? 0 : this.shelvedUntil
        return isActive && this.become('active_unack')
      case 'grew_worse':
      case 'acknowledgement_over':
        return this.state === 'active_ack' && this.become('active_unack')
      case 'note_changed':
        return this.state === 'active_ack'
      case 'cleared':
        if (!isActive) return false
        this.closedAt = minute
        return this.become(this.state === 'active_ack' ? 'closed' : 'rtn_unack')
      case 'acknowledged':
        if (this.state === 'none' || this.state === 'closed') return false
        this.isAcknowledged = true
        this.closedAt = minute
        return this.become(isActive ? 'active_ack' : 'closed')
      case 'shelved':
        if (this.state === 'none' || this.state === 'closed') return false
        this.shelvedUntil = minute + event.minutes
        return true
      case 'shelving_over':
        if (this.state === 'none') return false
        this.shelvedUntil = 0
        return isActive ? this.become('active_unack') : true
    }
  }
}

test('the machine agrees with the plain model for any sequence of events', () => {
  const step = fc.record({ type: fc.constantFrom(...EVENTS.map(({ type }) => type)), minutes: fc.nat({ max: 25 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const model = new PlainAlarm()
      let row: AlarmRow | null = null
      let minute = 0
      for (const { type, minutes } of steps) {
        minute += minutes
        const events: Partial<Record<AlarmEvent['type'], AlarmEvent>> = {
          occurred: occurred(minute),
          cleared: { type: 'cleared', at: at(minute) },
        }
        const event = events[type] ?? SAMPLES[type]
        const taken: ReturnType<typeof transition> = transition(row, event, at(minute))
        expect(taken !== null).toBe(model.take(event, minute))
        if (!taken) continue
        row = { ...taken.after, id: 7 }
        expect(row.state).toBe(model.state)
        expect(row.acknowledged_at !== null).toBe(model.isAcknowledged)
        expect(row.occurrences).toBe(model.occurrences)
        expect(isShelved(row, at(minute))).toBe(model.shelvedUntil > minute)
        if (model.state === 'closed') expect(row.closed_at).toBe(at(model.closedAt))
        else expect(row.closed_at).toBeNull()
        expect(row.cleared_at === null).toBe(model.state.startsWith('active'))
        expect(row.ack_since === null).toBe(model.state !== 'active_ack')
        expect(row.past.map(({ number }) => number)).toEqual(row.past.map((_, index) => index + 1))
        if (taken.notify) expect(row).toMatchObject({ notified_at: at(minute), notified_severity: row.severity })
        if (isShelved(row, at(minute))) expect(taken.notify).toBeNull()
      }
    }),
    { numRuns: 500 },
  )
})

test('time alone ends a shelving first, then expires the acknowledgement', () => {
  const acknowledgedAlarm = { ...IN_STATE.active_ack, shelved_until: at(600) }
  expect(dueEvent(acknowledgedAlarm, at(599))).toBeNull()
  expect(dueEvent(acknowledgedAlarm, at(600))).toEqual({ type: 'shelving_over' })
  expect(dueEvent(IN_STATE.active_ack, at(479))).toBeNull()
  expect(dueEvent(IN_STATE.active_ack, at(480))).toEqual({ type: 'acknowledgement_over' })
  expect(dueEvent(IN_STATE.rtn_unack, at(600))).toBeNull()
})
