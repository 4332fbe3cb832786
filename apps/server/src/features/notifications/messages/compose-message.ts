import type { Alarm } from '@dalyan/contracts/alarms'
import type { Language } from '@dalyan/contracts/errors'
import type { Instant } from '@dalyan/contracts/instant'
import { metricOf } from '@dalyan/contracts/metrics'
import type { NotificationReason } from '@dalyan/contracts/notifications'
import { severityRank, worstSeverity } from '@dalyan/contracts/out-of-range'
import type { Severity } from '@dalyan/contracts/range-templates'
import { filled, MESSAGE_WORDS } from './message-words.ts'

const LISTED = 50
const LOCALES = { tr: 'tr-TR', en: 'en-GB' } as const

/** The direction of a value; null: unknown. */
export type Trend = 'rising' | 'falling' | 'steady' | null

/** A message before a channel formats it. */
export interface Message {
  reason: NotificationReason
  severity: Severity
  title: string
  /** Plain text, one string per line. */
  lines: string[]
  alarm_ids: number[]
  /** Shows the alarm with a button to acknowledge it, or the list of alarms; null: a test message. */
  link: string | null
}

interface MessageReader {
  language: Language
  timeZone: string
}

interface AlarmMessage {
  reason: NotificationReason
  alarm: Alarm
  trend: Trend
  /** Minutes until the reminder of an unanswered alarm; null: no reminder. */
  repeatsInMinutes: number | null
  link: string | null
}

function valueText({ metric }: Alarm, value: number | null, language: Language): string {
  if (value === null || metric === null) return '–'
  const { decimals, unit } = metricOf(metric)
  const digits = new Intl.NumberFormat(LOCALES[language], {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const number = digits.format(value)
  // Turkish, and the page, write the sign first: `%62`, `‰36,5`.
  if (language === 'tr' && (unit === '%' || unit === '‰')) return `${unit}${number}`
  return [number, unit].filter(Boolean).join(' ')
}

/** Creating a format costs more than using it a thousand times. */
const timeFormats = new Map<string, Intl.DateTimeFormat>()

function timeText(at: Instant, { language, timeZone }: MessageReader): string {
  const key = `${language} ${timeZone}`
  const format =
    timeFormats.get(key) ??
    new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short', timeZone })
  timeFormats.set(key, format)
  return format.format(Date.parse(at))
}

function tankText({ tank }: Alarm): string {
  // Names may contain line breaks, which must not reach a title.
  return tank ? `${tank.code} ${tank.name}`.replaceAll(/\s+/g, ' ') : '–'
}

/** The problem in a few words: `pH yüksek: 9,12`. */
function whatText(alarm: Alarm, language: Language): string {
  const words = MESSAGE_WORDS[language]
  const metric = alarm.metric === null ? '' : words.metrics[alarm.metric]
  if (alarm.kind !== 'silent') return `${metric} ${words[alarm.kind]}: ${valueText(alarm, alarm.value, language)}`
  if (alarm.iot === null) return words.silentTank
  return alarm.metric === null ? `${words.silentTerminal}: ${alarm.iot.code}` : `${metric} ${words.silentMetric}`
}

/** A duration in its coarsest unit, as on the page: `38 sn`. */
function durationText(ms: number, { units }: (typeof MESSAGE_WORDS)[Language]): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  if (seconds < 60) return `${seconds} ${units.second}`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} ${units.minute}`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} ${units.hour}`
  return `${Math.floor(seconds / 86_400)} ${units.day}`
}

/**
 * A returned alarm: its worst value and limit, the current value, start, end and duration:
 * `Normale döndü: en düşük ‰0,0 (sınır ‰25,0) · şimdi ‰28,3 · 20 Kas 2026 13:13 – 13:14, 38 sn`.
 */
function returnedText(alarm: Alarm, cleared_at: Instant, reader: MessageReader): string {
  const { language, timeZone } = reader
  const words = MESSAGE_WORDS[language]
  const { kind, limit, occurrence_peak, latest, out_since } = alarm
  const limited =
    limit === null ? '' : ` (${words.limit.toLocaleLowerCase(LOCALES[language])} ${valueText(alarm, limit, language)})`
  const end = new Intl.DateTimeFormat(LOCALES[language], { timeStyle: 'short', timeZone }).format(
    Date.parse(cleared_at),
  )
  const duration = durationText(Date.parse(cleared_at) - Date.parse(out_since), words)
  const parts = [
    ...(kind === 'silent' || occurrence_peak === null
      ? []
      : [`${words.worst[kind]} ${valueText(alarm, occurrence_peak, language)}${limited}`]),
    ...(latest === null ? [] : [`${words.now} ${valueText(alarm, latest.value, language)}`]),
    `${timeText(out_since, reader)} – ${end}, ${duration}`,
  ]
  return `${words.returned}: ${parts.join(' · ')}`
}

/** One alarm: tank, metric, value, limit, start, trend and time of the reminder. */
export function composeOne(
  { reason, alarm, trend, repeatsInMinutes, link }: AlarmMessage,
  reader: MessageReader,
): Message {
  const words = MESSAGE_WORDS[reader.language]
  const about = [
    words.reasons[reason],
    ...(alarm.cleared_at === null
      ? [
          ...(alarm.limit === null ? [] : [`${words.limit}: ${valueText(alarm, alarm.limit, reader.language)}`]),
          `${words.since}: ${timeText(alarm.out_since, reader)}`,
        ]
      : [returnedText(alarm, alarm.cleared_at, reader)]),
    ...(trend === null ? [] : [`${words.trend}: ${words[trend]}`]),
    ...(repeatsInMinutes === null ? [] : [filled(words.repeats, { minutes: repeatsInMinutes })]),
  ]
  return {
    reason: reason,
    severity: alarm.severity,
    title: `${words.severity[alarm.severity]}: ${tankText(alarm)}, ${whatText(alarm, reader.language)}`,
    lines: about,
    alarm_ids: [alarm.id],
    link,
  }
}

/** Several alarms of one firm in one message: active before returned, then by severity. */
export function composeDigest(alarms: readonly Alarm[], reader: MessageReader, link: string | null): Message {
  const words = MESSAGE_WORDS[reader.language]
  const rank = ({ severity }: Alarm) => severityRank(severity)
  const isOver = ({ cleared_at }: Alarm) => Number(cleared_at !== null)
  const sorted = alarms.toSorted((a, b) => isOver(a) - isOver(b) || rank(a) - rank(b) || a.id - b.id)
  const listed = sorted.slice(0, LISTED).map((alarm) => {
    const { severity, out_since, cleared_at } = alarm
    const how = cleared_at === null ? timeText(out_since, reader) : returnedText(alarm, cleared_at, reader)
    return `${words.severity[severity]}: ${tankText(alarm)}, ${whatText(alarm, reader.language)} (${how})`
  })
  const rest = sorted.length - listed.length
  return {
    reason: 'digest',
    severity: worstSeverity(alarms.map(({ severity }) => severity)) ?? 'info',
    title: filled(words.digestTitle, { count: alarms.length }),
    lines: [...listed, ...(rest > 0 ? [filled(words.digestMore, { count: rest })] : [])],
    alarm_ids: sorted.map(({ id }) => id),
    link,
  }
}

/** An alarm in one Turkish sentence, for webhooks; null: a test message. */
export function describeAlarm(alarm: Alarm | null): string {
  const words = MESSAGE_WORDS.tr
  return alarm ? `${words.severity[alarm.severity]}: ${tankText(alarm)}, ${whatText(alarm, 'tr')}` : words.testTitle
}

/** A test message that a user asked for. */
export function composeTest(language: Language): Message {
  const { testTitle, testBody } = MESSAGE_WORDS[language]
  return { reason: 'test', severity: 'info', title: testTitle, lines: [testBody], alarm_ids: [], link: null }
}

/** The weekly test message. */
export function composeWeekly(language: Language): Message {
  const { weeklyTitle, weeklyBody } = MESSAGE_WORDS[language]
  return { ...composeTest(language), title: weeklyTitle, lines: [weeklyBody] }
}

/** Notifies a browser whose session expired that it gets no more alarms. */
export function composeExpired(language: Language): Message {
  const { expiredTitle, expiredBody } = MESSAGE_WORDS[language]
  return { ...composeTest(language), severity: 'warning', title: expiredTitle, lines: [expiredBody] }
}

/** Reports in the page that another channel does not work, to administrators with the reason. */
export function composeDeadChannel(
  { language, is_admin }: { language: Language; is_admin: boolean },
  channel: 'push' | 'mail',
  reason: string,
): Message {
  const { deadTitle, deadBody, deadBodyOfAdmins } = MESSAGE_WORDS[language]
  return {
    ...composeTest(language),
    severity: 'warning',
    title: deadTitle[channel],
    lines: [is_admin ? filled(deadBodyOfAdmins, { reason }) : deadBody],
  }
}
