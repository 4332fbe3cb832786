import type { Alarm } from '@dalyan/contracts/alarms'
import type { HandoverInput, HandoverItem, Shift } from '@dalyan/contracts/handovers'
import type { Instant } from '@dalyan/contracts/instant'

/** What is open at the end of a shift. */
export type OpenWork = Pick<Shift, 'incidents' | 'shelved' | 'modes'>

const NOTHING = {
  severity: null,
  cause: null,
  place: null,
  alarm: null,
  alarms: 0,
  mode: null,
  since: null,
  until: null,
  remark: null,
} as const satisfies Partial<HandoverItem>

const conditionOf = ({ kind, metric, iot }: Alarm): HandoverItem['alarm'] => ({
  kind,
  metric,
  terminal: iot?.code ?? null,
})

/** An incident of which every open alarm is shelved is handed over by these alone. */
export function isUnshelved({ alarms }: Shift['incidents'][number], now: Instant): boolean {
  return alarms.some(({ closed_at, shelved_until }) => closed_at === null && (shelved_until ?? '') <= now)
}

/** The open work as a handover stores it, with the remarks on it. A remark on work that is no longer open is left out. */
export function handoverItems(
  { incidents, shelved, modes }: OpenWork,
  remarks: HandoverInput['remarks'],
): HandoverItem[] {
  const items: HandoverItem[] = [
    ...incidents.map(({ id, tanks, severity, cause, place, alarms, started_at }) => ({
      ...NOTHING,
      type: 'incident' as const,
      id,
      tanks,
      severity,
      cause,
      place,
      alarm: alarms.length === 1 && alarms[0] ? conditionOf(alarms[0]) : null,
      alarms: alarms.length,
      since: started_at,
    })),
    ...shelved.map((alarm) => ({
      ...NOTHING,
      type: 'shelved' as const,
      id: alarm.id,
      tanks: alarm.tank ? [{ id: alarm.tank.id, code: alarm.tank.code }] : [],
      severity: alarm.severity,
      alarm: conditionOf(alarm),
      alarms: 1,
      until: alarm.shelved_until,
    })),
    ...modes.map(({ tank: { id, code }, mode: { name, until } }) => ({
      ...NOTHING,
      type: 'mode' as const,
      id,
      tanks: [{ id, code }],
      mode: name,
      until,
    })),
  ]
  const remarkOf = new Map(remarks.map(({ type, id, remark }) => [`${type} ${id}`, remark]))
  return items.map((item) => ({ ...item, remark: remarkOf.get(`${item.type} ${item.id}`) || null }))
}
