import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { alarmQueries } from '../../alarms/public/alarms.queries.ts'
import { tankQueries } from '../../records/public/tanks.queries.ts'

/** So many open alarms are read, because those of an outage may come before the first value out of range. */
const LOOKED_THROUGH = 50

export interface TanksInView {
  ids: readonly number[]
  /** The user has chosen none: it is the tank with the gravest value out of range, else one with an open alarm, else the first one. */
  isProposed: boolean
  /** The proposed tank has an open alarm. */
  isInTrouble: boolean
  isPending: boolean
}

/** The chosen tanks; without a choice the one in most trouble, so that no view opens empty. */
export function useTanksInView(chosen: readonly number[]): TanksInView {
  const isOpen = chosen.length === 0
  const alarms = useQuery({ ...alarmQueries.list({ status: 'open', per_page: LOOKED_THROUGH }), enabled: isOpen })
  const open = alarms.data?.data ?? []
  // The charts of a silent tank say less.
  const inTrouble = (open.find(({ kind }) => kind !== 'silent') ?? open[0])?.tank?.id
  const isCalm = isOpen && !alarms.isPending && inTrouble === undefined
  const first = useQuery({ ...tankQueries.options(), enabled: isCalm })
  if (!isOpen) return { ids: chosen, isProposed: false, isInTrouble: false, isPending: false }
  const proposed = inTrouble ?? first.data?.[0]?.id
  return {
    ids: proposed === undefined ? [] : [proposed],
    isProposed: true,
    isInTrouble: inTrouble !== undefined,
    isPending: alarms.isPending || (isCalm && first.isPending),
  }
}

/** Why the shown tank was proposed. */
export function whyProposed(t: TFunction, { isInTrouble }: Pick<TanksInView, 'isInTrouble'>): string {
  return t(isInTrouble ? 'explorer.proposed' : 'explorer.proposedFirst')
}
