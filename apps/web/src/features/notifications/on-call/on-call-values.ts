import type { OnCallInput, OnCallOrder } from '@dalyan/contracts/notifications'

/** One person of the order, as the form holds it; the delay is what was typed, in minutes. */
export interface OnCallRow {
  user_id: number
  name: string
  delay: string
}

/** After the one before, unless something else is written; the first is told with the alarm. */
const USUAL_MINUTES = 10
const MOST_MINUTES = 1440

export function onCallRows({ data }: OnCallOrder): OnCallRow[] {
  return data.map(({ user, delay_minutes }) => ({ user_id: user.id, name: user.name, delay: String(delay_minutes) }))
}

/** When each is woken, in minutes after the alarm, while nobody answers. */
export function turnsOf(order: OnCallOrder | undefined): { user_id: number; name: string; minutes: number }[] {
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

/** With somebody at the end; who stands there already stays where he is. */
export function withPerson(rows: readonly OnCallRow[], user_id: number, name: string): OnCallRow[] {
  if (rows.some((row) => row.user_id === user_id)) return [...rows]
  return [...rows, { user_id, name, delay: String(rows.length === 0 ? 0 : USUAL_MINUTES) }]
}

/** With the person at `from` one place up or down; at the end nothing changes. */
export function moved(rows: readonly OnCallRow[], from: number, by: -1 | 1): OnCallRow[] {
  const people = [...rows]
  const person = people[from]
  const to = from + by
  if (!person || to < 0 || to >= people.length) return people
  people.splice(from, 1)
  people.splice(to, 0, person)
  return inPlaces(rows, people)
}

/** Without this person; who stood behind moves up. */
export function withoutPerson(rows: readonly OnCallRow[], user_id: number): OnCallRow[] {
  return inPlaces(
    rows,
    rows.filter((row) => row.user_id !== user_id),
  )
}

/** A delay belongs to its place: whoever becomes the first is told with the alarm. */
function inPlaces(rows: readonly OnCallRow[], people: readonly OnCallRow[]): OnCallRow[] {
  return people.map((person, place) => ({ ...person, delay: rows[place]?.delay ?? person.delay }))
}
