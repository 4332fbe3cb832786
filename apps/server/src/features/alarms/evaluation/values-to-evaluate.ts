import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { isOut, SIDES } from '@dalyan/contracts/out-of-range'
import { instantAt } from '../../../core/clock.ts'
import type { Reading } from '../../measurements/storing/reading.ts'
import type { ReportedValue } from './limit-state.rules.ts'

import { activeTerminal, limitStateKey, type EvaluationContext } from './evaluation-context.ts'
import type { EvaluationRepository } from './evaluation.sql.ts'

/** A value to evaluate, with its tank. */
export interface EvaluatedValue extends ReportedValue {
  tank_id: number
  metric: MetricKey
}

/** All values of devices that are on a tank now, for each of their metrics that is or was out. */
export function valuesToEvaluate(context: EvaluationContext, readings: readonly Reading[]): EvaluatedValue[] {
  const all = readings.flatMap((reading) => {
    const tank_id = reading.tank_id ?? 0
    if (!activeTerminal(context, tank_id, reading.terminal_id)) return []
    return METRIC_KEYS.flatMap((metric, index): EvaluatedValue[] => {
      const value = reading.values[index] ?? null
      if (value === null || !context.tanks.get(tank_id)?.limits) return []
      return [
        {
          tank_id,
          terminal_id: reading.terminal_id,
          metric,
          value,
          at: instantAt(reading.measured_at),
        },
      ]
    })
  })
  const concerned = new Set(all.filter((value) => concerns(context, value)).map(pairOf))
  return all.filter((value) => concerned.has(pairOf(value)))
}

const pairOf = ({ terminal_id, metric }: Pick<EvaluatedValue, 'terminal_id' | 'metric'>) => `${terminal_id} ${metric}`

function concerns(context: EvaluationContext, { tank_id, terminal_id, metric, value }: EvaluatedValue): boolean {
  return SIDES.some((side) => {
    const limitState = context.limitStates.get(limitStateKey(tank_id, metric, side))
    if (!limitState?.limits) return false
    return (
      isOut(side, value, limitState.limits) ||
      limitState.excursions.some((excursion) => excursion.terminal_id === terminal_id)
    )
  })
}

/**
 * The values of these readings that are not older than the last one evaluated for their terminal and metric
 * (docs/behaviour/measurements.md).
 */
export async function withoutLate(
  repository: EvaluationRepository,
  values: readonly EvaluatedValue[],
  readings: readonly Reading[],
): Promise<EvaluatedValue[]> {
  if (values.length === 0) return []
  const byTerminal = Map.groupBy(readings, ({ terminal_id }) => terminal_id)
  // The values are sorted by time: the first is the oldest.
  const questions = [...Map.groupBy(values, pairOf).values()].flatMap(([oldest]) => {
    if (!oldest) return []
    const { terminal_id, metric, at } = oldest
    const index = METRIC_KEYS.indexOf(metric)
    const grown = (byTerminal.get(terminal_id) ?? []).filter((reading) => (reading.values[index] ?? null) === null)
    return [{ terminal_id, metric, since: at, grown: grown.map(({ measured_at }) => instantAt(measured_at)) }]
  })
  const evaluated = new Map(
    (await repository.findEvaluatedUntil(questions)).map((row) => [pairOf(row), row.measured_at]),
  )
  return values.filter((value) => value.at > (evaluated.get(pairOf(value)) ?? ''))
}
