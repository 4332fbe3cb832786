import type { AcknowledgementTimes, AlarmPerformance } from '@dalyan/contracts/alarm-performance'
import { type AlarmKind, PERFORMANCE } from '@dalyan/contracts/alarm-words'
import { formatNumber } from '../../../shared/format/number.ts'

/** A rate per hour of less than an hour would be that of a single alarm. */
export const HOUR_SECONDS = 3600

/** Alarms per hour; null: unknown, less than an hour was evaluated, or there is no operator. */
interface AlarmRates {
  perHour: number | null
  perOperator: number | null
  /** Of the 60 minutes with the most alarms; 0 without an alarm. */
  worst: number | null
  worstPerOperator: number | null
}

/** The alarms per hour, of all tanks and for each user who may acknowledge them, as if all of these were on duty all the time. */
export function alarmRates({
  seconds,
  raised,
  worst_hour,
  operators,
}: Pick<AlarmPerformance, 'seconds' | 'raised' | 'worst_hour' | 'operators'>): AlarmRates {
  const perHour = seconds === null || seconds < HOUR_SECONDS ? null : (raised / seconds) * HOUR_SECONDS
  const worst = seconds === null ? null : (worst_hour?.raised ?? 0)
  const forEach = (rate: number | null) => (rate === null || operators.total === 0 ? null : rate / operators.total)
  return { perHour, perOperator: forEach(perHour), worst, worstPerOperator: forEach(worst) }
}

/** How a rate per operator and hour compares with the benchmark of ISA-18.2. */
export type LoadLevel = 'acceptable' | 'manageable' | 'excessive'

export function loadLevel(perOperator: number): LoadLevel {
  if (perOperator <= PERFORMANCE.acceptablePerHour) return 'acceptable'
  return perOperator <= PERFORMANCE.manageablePerHour ? 'manageable' : 'excessive'
}

/** `0,4`, `12,5`, and `<0,01` where two decimals would show a rate as zero that is none. */
export function rateText(rate: number): string {
  if (rate > 0 && rate < 0.01) return `<${formatNumber(0.01, 2)}`
  return formatNumber(rate, rate > 0 && rate < 1 ? 2 : 1)
}

/** `%24`, `%0,4`, and `<%0,1` where one decimal would show a share as zero that is none. */
export function shareText(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return `<%${formatNumber(0.1, 1)}`
  return `%${formatNumber(percent, percent > 0 && percent < 10 ? 1 : 0)}`
}

/** From these numbers on the most frequent alarm is worth a change. */
const FREQUENT = { raised: 10, share: 0.1 }
/** After so long without an acknowledgement the next user on call is notified, so that a critical alarm is late. */
const LATE_SECONDS = 600

/** The text below `alarmPerformance.advice`; a figure that needs nothing has none. */
export type Advice =
  | 'noOperator'
  | 'load'
  | 'peak'
  | `${'frequent' | 'chattering' | 'stale'}${'Value' | 'Silence'}`
  | 'unacknowledged'
  | 'late'
  | 'floodSilence'
  | 'floodValue'

const ofKinds = <Name extends 'frequent' | 'chattering' | 'stale'>(
  name: Name,
  alarms: readonly { kind: AlarmKind }[],
) => {
  const hasSilence = alarms.some(({ kind }) => kind === 'silent')
  const hasValue = alarms.some(({ kind }) => kind !== 'silent')
  return [...(hasValue ? [`${name}Value` as const] : []), ...(hasSilence ? [`${name}Silence` as const] : [])]
}

/** Whether a user should have acknowledged some of these by now. */
const isMissed = ({ raised, acknowledged, waiting, overdue }: AcknowledgementTimes) =>
  raised - acknowledged > waiting - overdue

/** What to do about each figure, in the order in which they are shown. */
export function performanceAdvice(
  performance: AlarmPerformance,
): Record<'load' | 'frequent' | 'chattering' | 'stale' | 'acknowledgement' | 'flood', Advice[]> {
  const { raised, operators, frequent, chattering, stale, acknowledgements, floods } = performance
  const { perOperator, worstPerOperator } = alarmRates(performance)
  const isOver = perOperator !== null && loadLevel(perOperator) !== 'acceptable'
  const isPeak = worstPerOperator !== null && loadLevel(worstPerOperator) === 'excessive'
  const isFrequent = (n: number) => n >= FREQUENT.raised && n >= FREQUENT.share * raised
  const critical = acknowledgements.find(({ severity }) => severity === 'critical')
  const silent = floods.data.reduce((sum, flood) => sum + flood.silent, 0)
  const inFloods = floods.data.reduce((sum, flood) => sum + flood.raised, 0)
  return {
    load: operators.total === 0 && raised > 0 ? ['noOperator'] : isOver ? ['load'] : isPeak ? ['peak'] : [],
    frequent: ofKinds(
      'frequent',
      frequent.filter((each) => isFrequent(each.raised)),
    ),
    chattering: ofKinds('chattering', chattering.data),
    stale: ofKinds('stale', stale.data),
    acknowledgement: [
      ...(acknowledgements.some(isMissed) ? ['unacknowledged' as const] : []),
      ...((critical?.p90_seconds ?? 0) > LATE_SECONDS ? ['late' as const] : []),
    ],
    flood: floods.total === 0 ? [] : silent * 2 > inFloods ? ['floodSilence'] : ['floodValue'],
  }
}
