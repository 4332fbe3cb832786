import type { Alarm } from '@dalyan/contracts/alarms'

/** The fields that decide an alarm's lists, order and counts; its other fields only change inside its row. */
export function alarmStanding({ state, severity, occurrences, shelved_until, acknowledged_at }: Alarm): string {
  return JSON.stringify([state, severity, occurrences, shelved_until, acknowledged_at])
}

/** The fields of answers in which alarms are, at any depth: pages, incidents, the home page. */
const ALARM_KEYS = ['data', 'alarms', 'worst', 'incidents', 'shown']

/** The alarms in a cached answer. */
export function alarmsIn(answer: unknown): readonly Alarm[] {
  if (Array.isArray(answer)) return answer.flatMap(alarmsIn)
  if (!isRecord(answer)) return []
  return isAlarm(answer) ? [answer] : ALARM_KEYS.flatMap((key) => alarmsIn(answer[key]))
}

/** Replaces one alarm in an answer. @returns the same answer when the alarm is not in it */
export function withPresentAlarm(answer: unknown, alarm: Alarm): unknown {
  if (Array.isArray(answer)) {
    const present = answer.map((each: unknown) => withPresentAlarm(each, alarm))
    return present.some((each, index) => each !== answer[index]) ? present : answer
  }
  if (!isRecord(answer)) return answer
  if (isAlarm(answer)) return answer.id === alarm.id ? alarm : answer
  const changed = ALARM_KEYS.map((key) => [key, withPresentAlarm(answer[key], alarm)] as const).filter(
    ([key, present]) => present !== answer[key],
  )
  return changed.length === 0 ? answer : { ...answer, ...Object.fromEntries(changed) }
}

function isRecord(answer: unknown): answer is Record<string, unknown> {
  return typeof answer === 'object' && answer !== null
}

function isAlarm(record: Record<string, unknown> | Alarm): record is Alarm {
  return 'id' in record && 'raised_at' in record && 'state' in record
}
