import type { ModeSpan, Shift } from '@dalyan/contracts/handovers'
import type { TankDay } from '@dalyan/contracts/home'

type HeldLaneSpan = Pick<ModeSpan, 'from' | 'until'>
type DaySpan = TankDay['spans'][number]

/** When any of the tanks was in this state: the spans of all, joined where they overlap or meet. */
export function joinedSpans(tanks: readonly Pick<TankDay, 'spans'>[], kind: DaySpan['kind']): DaySpan[] {
  return joined(tanks.flatMap(({ spans }) => spans.filter((span) => span.kind === kind)))
}

/** Joins the spans that overlap or meet. */
function joined<T extends { from: number; to: number }>(spans: readonly T[]): T[] {
  const merged: T[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) merged[merged.length - 1] = { ...last, to: Math.max(last.to, span.to) }
    else merged.push(span)
  }
  return merged
}

/** For how many seconds of the shift any of these spans ran. */
export function heldSeconds(shift: Pick<Shift, 'from' | 'to'>, spans: readonly HeldLaneSpan[]): number {
  return joined(spans.map((span) => withinShift(shift, span))).reduce((sum, { from, to }) => sum + to - from, 0)
}

/** The part of a span that lies in the shift, in seconds since its start. */
export function withinShift(shift: Pick<Shift, 'from' | 'to'>, { from, until }: HeldLaneSpan) {
  const start = Date.parse(shift.from)
  const seconds = (at: string) => (Math.min(Date.parse(shift.to), Math.max(start, Date.parse(at))) - start) / 1_000
  return { from: seconds(from), to: seconds(until) }
}
