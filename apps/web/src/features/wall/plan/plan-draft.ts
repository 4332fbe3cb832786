import { useReducer } from 'react'
import type { PlanPoint, Positions } from './plan-layout.ts'

interface Draft {
  positions: Positions
  /** What undo brings back, the newest last. */
  past: readonly Positions[]
}

/** `point` null: the tank leaves the plan. `goesOn`: the change belongs to the one before, as while a tank is dragged. */
type Change = { id: number; point: PlanPoint | null; goesOn?: boolean } | 'undo'

const MOST_STEPS = 200

export function changeDraft(draft: Draft, change: Change): Draft {
  if (change === 'undo') {
    const before = draft.past.at(-1)
    return before ? { positions: before, past: draft.past.slice(0, -1) } : draft
  }
  const { id, point, goesOn = false } = change
  const known = draft.positions.get(id)
  if (point ? known?.x === point.x && known.y === point.y : !known) return draft
  const positions = new Map(draft.positions)
  if (point) positions.set(id, point)
  else positions.delete(id)
  return { positions, past: goesOn ? draft.past : [...draft.past, draft.positions].slice(-MOST_STEPS) }
}

/** The positions while they are edited. */
export function usePlanDraft(saved: Positions) {
  const [draft, change] = useReducer(changeDraft, { positions: saved, past: [] })
  return { ...draft, change, isChanged: draft.past.length > 0 }
}
