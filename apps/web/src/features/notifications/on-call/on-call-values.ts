import type { OnCallInput, OnCallOrder } from '@dalyan/contracts/notifications'

/** One user of the on-call order in the form; `delay` is the typed text, in minutes. */
export interface OnCallRow {
  user_id: number
  name: string
  delay: string
}

/** The default delay after the user before; the first user is notified with the alarm. */
const USUAL_MINUTES = 10
const MOST_MINUTES = 1440

export function onCallRows({ data }: OnCallOrder): OnCallRow[] {
  return data.map(({ user, delay_minutes }) => ({ user_id: user.id, name: user.name, delay: String(delay_minutes) }))
}

/** When each user is notified, in minutes after the alarm, until it is acknowledged. */
export function callTimesOf(order: OnCallOrder | undefined): { user_id: number; name: string; minutes: number }[] {
  let minutes = 0
  return (order?.data ?? []).map(({ user, delay_minutes }) => {
    minutes += delay_minutes
    return { user_id: user.id, name: user.name, minutes }
  })
}

export function onCallBody(rows: readonly OnCallRow[]): OnCallInput {
  return { data: rows.map(({ user_id, delay }) => ({ user_id, delay_minutes: Number(delay) })) }
}

export function isDelay(typed: string): boolean {
  return /^\d{1,4}$/.test(typed.trim()) && Number(typed) <= MOST_MINUTES
}

/** Adds a user at the end; a user who is in the order already stays at his position. */
export function withUser(rows: readonly OnCallRow[], user_id: number, name: string): OnCallRow[] {
  if (rows.some((row) => row.user_id === user_id)) return [...rows]
  return [...rows, { user_id, name, delay: String(rows.length === 0 ? 0 : USUAL_MINUTES) }]
}

/** Moves the user at `from` one position up or down; at either end nothing changes. */
export function moved(rows: readonly OnCallRow[], from: number, by: -1 | 1): OnCallRow[] {
  const reordered = [...rows]
  const entry = reordered[from]
  const to = from + by
  if (!entry || to < 0 || to >= reordered.length) return reordered
  reordered.splice(from, 1)
  reordered.splice(to, 0, entry)
  return withDelaysOf(rows, reordered)
}

/** Removes a user; those behind move up. */
export function withoutUser(rows: readonly OnCallRow[], user_id: number): OnCallRow[] {
  return withDelaysOf(
    rows,
    rows.filter((row) => row.user_id !== user_id),
  )
}

/** A delay belongs to its position: the first user is always notified with the alarm. */
function withDelaysOf(rows: readonly OnCallRow[], reordered: readonly OnCallRow[]): OnCallRow[] {
  return reordered.map((row, position) => ({ ...row, delay: rows[position]?.delay ?? row.delay }))
}
