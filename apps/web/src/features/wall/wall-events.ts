import { isActive } from '@dalyan/contracts/alarm-words'
import type { Incident } from '@dalyan/contracts/incidents'
import type { WallState } from '@dalyan/contracts/wall-states'
import type { TFunction } from 'i18next'
import { formatDuration } from '../../shared/format/age.ts'
import { formatMetric } from '../../shared/format/number.ts'
import { alarmCondition } from '../alarms/public/alarm-look.ts'
import { isAlarmed, type ShownTank, sideOutside } from './wall-tanks.ts'

/** What a wall display says beside the tanks. */
export interface WallEvent {
  key: string
  state: WallState
  /** A user has acknowledged all of it. */
  acknowledged: boolean
  title: string
  /** The value that is wrong, with its arrow. */
  value: string
  text: string
}

/** The open incidents that are not over, then tanks in alarm that belong to none; in the order in which they were given. */
export function wallEvents(
  t: TFunction,
  incidents: readonly Incident[],
  tanks: readonly ShownTank[],
  now: number,
): WallEvent[] {
  const active = incidents.filter(isActive)
  const covered = new Set(active.flatMap((incident) => incident.tanks.map(({ id }) => id)))
  const byId = new Map(tanks.map((one) => [one.tank.id, one]))
  const others = tanks.filter(({ tank, state }) => isAlarmed(state) && !covered.has(tank.id))
  return [
    ...active.map((incident) => incidentEvent(t, incident, byId, now)),
    ...others.map((one) => ({ key: `tank ${one.tank.id}`, ...tankEvent(t, one, now) })),
  ]
}

function incidentEvent(t: TFunction, incident: Incident, byId: ReadonlyMap<number, ShownTank>, now: number): WallEvent {
  const { id, cause, severity, state, tanks, alarms, evidence, started_at } = incident
  const key = `incident ${id}`
  const [only] = tanks
  const shown = only && tanks.length === 1 ? byId.get(only.id) : undefined
  const age = formatDuration(now - Date.parse(started_at))
  const isSilence = alarms.every(({ kind }) => kind === 'silent')
  const isFault = alarms.every(({ kind }) => kind === 'fault')
  const look = {
    state: isSilence
      ? ('silent' as const)
      : isFault
        ? ('suspect' as const)
        : severity === 'critical'
          ? ('crit' as const)
          : ('warn' as const),
    acknowledged: state === 'active_ack',
  }
  if (shown && !isSilence && cause === null) return { key, ...tankEvent(t, shown, now), ...look }
  const worst = alarms.find(isActive) ?? alarms[0]
  return {
    key,
    ...look,
    title: titleOf(t, incident, isSilence),
    value: '',
    text: [cause === null && worst && tanks.length === 1 ? alarmCondition(t, worst) : evidence.replace(/\.$/, ''), age]
      .filter((part) => part !== '')
      .join(' · '),
  }
}

function titleOf(t: TFunction, { tanks, place }: Incident, isSilence: boolean): string {
  const [only] = tanks
  if (only && tanks.length === 1) return only.code
  if (place === null) return t('wall.tanks', { count: tanks.length })
  return isSilence ? t('wall.darkPlace', { place }) : place
}

function tankEvent(t: TFunction, { tank, state }: ShownTank, now: number): Omit<WallEvent, 'key'> {
  const lead = tank.lead
  const value = lead && tank.values[lead]
  const side = lead && sideOutside(tank, lead)
  const range = lead && tank.limits[lead]
  const limit = side && range && range[side === 'high' ? 'max' : 'min']
  const parts = [
    lead ? t(`measurements.metrics.${lead}`) : '',
    lead && limit !== null && limit !== undefined ? t('wall.limit', { limit: formatMetric(lead, limit) }) : '',
    tank.since ? formatDuration(now - Date.parse(tank.since)) : '',
    tank.acknowledged ? t('wall.acknowledged') : t('wall.waiting'),
  ]
  return {
    state,
    acknowledged: tank.acknowledged,
    title: tank.code,
    value: lead && value ? `${formatMetric(lead, value.value)}${side ? ` ${side === 'high' ? '↑' : '↓'}` : ''}` : '',
    text: parts.filter((part) => part !== '').join(' · '),
  }
}
