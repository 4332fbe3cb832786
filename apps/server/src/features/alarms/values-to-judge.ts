import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { instantAt } from '../../core/clock.ts'
import type { Reading } from '../measurements/storing/reading.ts'
import type { Report } from './alarms.rules.ts'
import { isOut, SIDES } from './limits.rules.ts'
import { activeTerminal, watchKey, type Scene } from './scene.ts'
import type { WatchesRepository } from './watches.repository.ts'

/** One value that has to be judged, and where. */
export interface Judged extends Report {
  tank_id: number
  metric: MetricKey
}

/** Values of devices that sit on a watched tank now, where they are out or the device was out before. */
export function valuesToJudge(scene: Scene, readings: readonly Reading[]): Judged[] {
  const all = readings.flatMap((reading) => {
    const tank_id = reading.tank_id ?? 0
    if (!activeTerminal(scene, tank_id, reading.terminal_id)) return []
    return METRIC_KEYS.flatMap((metric, place): Judged[] => {
      const value = reading.values[place] ?? null
      if (value === null || !scene.tanks.get(tank_id)?.limits) return []
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
  const concerned = new Set(all.filter((value) => concerns(scene, value)).map(pairOf))
  return all.filter((value) => concerned.has(pairOf(value)))
}

const pairOf = ({ terminal_id, metric }: Pick<Judged, 'terminal_id' | 'metric'>) => `${terminal_id} ${metric}`

function concerns(scene: Scene, { tank_id, terminal_id, metric, value }: Judged): boolean {
  return SIDES.some((side) => {
    const watch = scene.watches.get(watchKey(tank_id, metric, side))
    if (!watch?.limits) return false
    return (
      isOut(side, value, watch.limits) || watch.excursions.some((excursion) => excursion.terminal_id === terminal_id)
    )
  })
}

/** Of the values of these readings those that are not older than what was judged before for their terminal and metric (docs/behaviour/measurements.md). */
export async function withoutLate(
  repository: WatchesRepository,
  values: readonly Judged[],
  readings: readonly Reading[],
): Promise<Judged[]> {
  if (values.length === 0) return []
  const byTerminal = Map.groupBy(readings, ({ terminal_id }) => terminal_id)
  // They come sorted by time: the first is the oldest.
  const questions = [...Map.groupBy(values, pairOf).values()].flatMap(([oldest]) => {
    if (!oldest) return []
    const { terminal_id, metric, at } = oldest
    const place = METRIC_KEYS.indexOf(metric)
    const grown = (byTerminal.get(terminal_id) ?? []).filter((reading) => (reading.values[place] ?? null) === null)
    return [{ terminal_id, metric, since: at, grown: grown.map(({ measured_at }) => instantAt(measured_at)) }]
  })
  const judged = new Map((await repository.findJudgedUntil(questions)).map((row) => [pairOf(row), row.measured_at]))
  return values.filter((value) => value.at > (judged.get(pairOf(value)) ?? ''))
}
