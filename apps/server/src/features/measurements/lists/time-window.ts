import type { Clock } from '../../../core/clock.ts'
import { invalidField } from '../../../core/errors.ts'
import type { TimeWindow } from '../rollups/time-spans.rules.ts'

const DAY_MS = 86_400_000

/** The window of a query; by default it ends now and is a day long. @throws 422 when it is empty */
export function timeWindowOf(query: { from?: string | undefined; to?: string | undefined }, clock: Clock): TimeWindow {
  const to = query.to === undefined ? clock.now() : Date.parse(query.to)
  const from = query.from === undefined ? to - DAY_MS : Date.parse(query.from)
  if (from >= to) throw invalidField(query.to === undefined ? 'from' : 'to', 'from_after_to')
  return { from, to }
}
