import { isOfLimit, isActive } from '@dalyan/contracts/alarm-words'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { Incident } from '@dalyan/contracts/incidents'
import type { TFunction } from 'i18next'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { alarmCondition, isWaiting } from './alarm-look.ts'

/** How many conditions a title names. */
const NAMED = 2

/** Its alarms that are neither closed nor shelved. @param now epoch milliseconds */
export function openAlarms({ alarms }: Pick<Incident, 'alarms'>, now: number): Alarm[] {
  const isShelved = (until: string | null) => until !== null && Date.parse(until) > now
  return alarms.filter(({ closed_at, shelved_until }) => closed_at === null && !isShelved(shelved_until))
}

/** How many incidents have an open alarm that is not shelved now. */
export const countUnshelved = ({ data }: { data: readonly Incident[] }): number =>
  data.filter((incident) => openAlarms(incident, serverNow()).length > 0).length

/** Its alarms that a user still has to acknowledge. */
export const waitingAlarms = ({ alarms }: Pick<Incident, 'alarms'>): Alarm[] => alarms.filter(isWaiting)

/** Those that are out of range or silent now; all if none is. */
export function presentAlarms({ alarms }: Pick<Incident, 'alarms'>): Alarm[] {
  const active = alarms.filter(isActive)
  return active.length > 0 ? active : alarms.filter(({ closed_at }) => closed_at === null)
}

/** Whether only silence is left of it. */
export const isSilent = (incident: Incident): boolean => presentAlarms(incident).every(({ kind }) => kind === 'silent')

/** The only terminal of which it is known to be silent; null: something else is wrong, or several are. */
export function silentTerminal(incident: Incident): Alarm['iot'] {
  const silent = isSilent(incident) ? presentAlarms(incident).flatMap(({ iot }) => iot ?? []) : []
  return silent.every(({ id }) => id === silent[0]?.id) ? (silent[0] ?? null) : null
}

/** Its only tank; null: it has several. */
export function tankOf({ tanks, alarms }: Incident): Alarm['tank'] {
  return tanks.length === 1 ? (alarms[0]?.tank ?? null) : null
}

/** What happened: `B salonu: 27 terminal sustu`, `LARVA-23 · pH düşük 6,20`, `DENIZ-1 · sonda su dışında olabilir`. */
export function incidentTitle(t: TFunction, incident: Incident): string {
  const { cause, place, tanks } = incident
  const present = presentAlarms(incident)
  if (cause === 'outage') {
    const count = new Set(present.map(({ iot }) => iot?.id)).size
    return place === null ? t('incidents.silent', { count }) : t('incidents.silentAt', { place, count })
  }
  const code = tanks[0]?.code ?? ''
  const found = present.find(({ kind }) => kind === 'out_of_water') ?? present.find(({ kind }) => kind === 'fault')
  if (found && cause !== null) return `${code} · ${conditionAndValue(t, found)}`
  if (cause !== null) return `${code} · ${t(`incidents.cause.${cause}`)}`
  const [alarm] = present
  if (present.length === 1 && alarm) return `${code} · ${conditionAndValue(t, alarm)}`
  const conditions = [...new Set(present.map((one) => alarmCondition(t, one)))]
  const rest = conditions.length - NAMED
  return `${code} · ${conditions.slice(0, NAMED).join(', ')}${rest > 0 ? ` +${rest}` : ''}`
}

/** The value of a sensor that is out of the water says nothing. */
const hasValue = (kind: Alarm['kind']) => kind !== 'silent' && kind !== 'out_of_water'

/** `pH düşük 6,20`. */
export function conditionAndValue(t: TFunction, alarm: Alarm): string {
  const { metric, value, kind } = alarm
  const shown = metric !== null && value !== null && hasValue(kind) ? ` ${formatMetric(metric, value)}` : ''
  return `${alarmCondition(t, alarm)}${shown}`
}

/** `alt sınır 7,50`; null where nothing was measured. */
export function limitText(t: TFunction, { kind, metric, limit }: Alarm): string | null {
  if (!isOfLimit(kind) || metric === null || limit === null) return null
  return t(`incidents.limit.${kind}`, { value: formatMetric(metric, limit) })
}

/** Ids of its tanks whose last value was out of range: such a tank has another active alarm in one of these incidents. */
export function tanksLastOutside(incident: Incident, all: readonly Incident[]): Set<number> {
  const outside = all.flatMap(({ alarms }) =>
    alarms.flatMap((alarm) => (isOfLimit(alarm.kind) && isActive(alarm) && alarm.tank ? [alarm.tank.id] : [])),
  )
  const own = new Set(incident.tanks.map(({ id }) => id))
  return new Set(outside.filter((id) => own.has(id)))
}

/** The gravest of its values that are out of range now; null: only silence, or all have returned. */
export function leadAlarm({ course, alarms }: Incident): Alarm | null {
  const out = alarms.filter((alarm) => isActive(alarm) && isOfLimit(alarm.kind))
  return out.find(({ metric }) => metric === course?.metric) ?? out[0] ?? null
}

/** The incident with newer records of some of its alarms. */
export function withAlarms(incident: Incident, changed: readonly Alarm[]): Incident {
  const byId = new Map(changed.map((alarm) => [alarm.id, alarm]))
  if (!incident.alarms.some(({ id }) => byId.has(id))) return incident
  const alarms = incident.alarms.map((alarm) => byId.get(alarm.id) ?? alarm)
  return alarms.every(({ closed_at }) => closed_at !== null)
    ? { ...incident, alarms, state: 'closed' }
    : { ...incident, alarms }
}
