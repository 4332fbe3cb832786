import type { HandoverItem, HandoverItemType } from '@dalyan/contracts/handovers'
import { mdiAlarmSnooze } from '@mdi/js'
import type { TFunction } from 'i18next'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { alarmCondition, SEVERITY_ICON } from '../alarms/public/alarm-look.ts'
import { MODE_ICONS } from '../records/public/tank-modes.ts'

/** Remarks on open work, by `itemKey`. */
export type Remarks = Readonly<Record<string, string>>

export const itemKey = ({ type, id }: { type: HandoverItemType; id: number }): string => `${type} ${id}`

export const PLAIN_LIST = { display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none', minWidth: 0 }
/** A power cut concerns more tanks than a line can name. */
const NAMED_TANKS = 5

/** The codes of the first tanks, and how many more there are. */
export function tankNames(t: TFunction, tanks: readonly { code: string }[]): string {
  const named = tanks.slice(0, NAMED_TANKS).map(({ code }) => code)
  const rest = tanks.length - named.length
  return [...named, ...(rest > 0 ? [t('handovers.moreTanks', { count: rest })] : [])].join(', ')
}

/** A handed-over item as it was then: its icon, what it concerns, and its state. */
export function itemText(t: TFunction, item: HandoverItem): { icon: string; what: string; state: string } {
  const { type, tanks, alarm, alarms, mode, cause, place, since, until, severity } = item
  const condition =
    alarm && alarmCondition(t, { ...alarm, iot: alarm.terminal ? { id: 0, code: alarm.terminal } : null })
  const ends = until ? t('handovers.ends', { time: formatDateTime(until) }) : ''
  const what = [...(place && tanks.length > 1 ? [place] : []), tankNames(t, tanks)].join(': ')
  if (type === 'mode')
    return {
      icon: MODE_ICONS[mode ?? 'cleaning'],
      what,
      state: `${t(`tankModes.names.${mode ?? 'cleaning'}`)}, ${ends}`,
    }
  if (type === 'shelved') return { icon: mdiAlarmSnooze, what, state: `${condition ?? ''}, ${ends}` }
  const state = [
    condition ?? t('handovers.incident', { count: alarms }),
    ...(cause ? [t(`handovers.causes.${cause}`)] : []),
    ...(since ? [t('handovers.began', { time: formatDateTime(since) })] : []),
  ]
  return { icon: SEVERITY_ICON[severity ?? 'info'], what, state: state.join(' · ') }
}
