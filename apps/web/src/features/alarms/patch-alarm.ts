import type { Alarm } from '@dalyan/contracts/alarms'

/** What of an alarm decides in which lists it stands, in which order, and how it is counted. Its values only move inside its row. */
export function alarmStanding({ state, severity, occurrences, shelved_until, acknowledged_at }: Alarm): string {
  return JSON.stringify([state, severity, occurrences, shelved_until, acknowledged_at])
}

/** The alarms that an answer about alarms holds: a page of them or an array; an answer of another kind holds none. */
export function alarmsIn(answer: unknown): readonly Alarm[] {
  const list = Array.isArray(answer) ? answer : isPage(answer) ? answer.data : []
  return list.filter(isAlarm)
}

/** The same answer with the present record of one of its alarms. @returns the answer itself when the alarm is not in it. */
export function withPresentAlarm<T>(answer: T, alarm: Alarm): T
export function withPresentAlarm(answer: unknown, alarm: Alarm): unknown {
  if (!alarmsIn(answer).some(({ id }) => id === alarm.id)) return answer
  const present = (each: unknown) => (isAlarm(each) && each.id === alarm.id ? alarm : each)
  if (Array.isArray(answer)) return answer.map(present)
  return isPage(answer) ? { ...answer, data: answer.data.map(present) } : answer
}

function isPage(answer: unknown): answer is { data: unknown[] } {
  return typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data)
}

function isAlarm(record: unknown): record is Alarm {
  return typeof record === 'object' && record !== null && 'id' in record && 'raised_at' in record && 'state' in record
}
