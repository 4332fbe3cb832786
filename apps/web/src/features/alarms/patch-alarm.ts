import type { Alarm } from '@dalyan/contracts/alarms'

/** The fields that decide an alarm's lists, order and counts; its other fields only change inside its row. */
export function alarmStanding({ state, severity, occurrences, shelved_until, acknowledged_at }: Alarm): string {
  return JSON.stringify([state, severity, occurrences, shelved_until, acknowledged_at])
}

/** The alarms in a cached answer (a page or an array); none if the answer has another type. */
export function alarmsIn(answer: unknown): readonly Alarm[] {
  const list = Array.isArray(answer) ? answer : isPage(answer) ? answer.data : []
  return list.filter(isAlarm)
}

/** Replaces one alarm in an answer. @returns the same answer when the alarm is not in it */
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
