import type { Alarm } from '@dalyan/contracts/alarms'
import type { SystemMetrics } from '@dalyan/contracts/dashboard'
import type { Language } from '@dalyan/contracts/errors'
import { type Forewarning, roughLength } from '@dalyan/contracts/forewarnings'
import type { Interruption } from '@dalyan/contracts/home'
import type { Incident } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import { metricOf, type MetricKey } from '@dalyan/contracts/metrics'
import type { InboxItem, NotificationReason } from '@dalyan/contracts/notifications'
import { severityRank, worstSeverity } from '@dalyan/contracts/out-of-range'
import { isOfLimit, type Severity } from '@dalyan/contracts/alarm-words'
import type { TankRef } from '@dalyan/contracts/terminals'
import { filled } from '../../../core/filled-text.ts'
import { MESSAGE_WORDS } from './message-words.ts'

const LISTED = 50
/** A disk that lasts longer is not described by its days. */
const LONGEST_DAYS = 60
const LOCALES = { tr: 'tr-TR', en: 'en-GB' } as const

/** The direction of a value; null: unknown. */
export type Trend = 'rising' | 'falling' | 'steady' | null

/** A message before a channel formats it. */
export interface ComposedMessage {
  reason: InboxItem['reason']
  severity: Severity
  title: string
  /** Plain text, one string per line. */
  lines: string[]
  alarm_ids: number[]
  /** The tank of a forewarning. */
  tank_id: number | null
  /** Its incident; null: a digest, an alarm that notifies by itself, or a test message. */
  incident_id: number | null
  /** Whether it replaces an earlier message about the incident without a sound. */
  isUpdate: boolean
  /** Shows the alarm with a button to acknowledge it, or the list of alarms; null: a test message. */
  link: string | null
}

/** A message about no incident. */
const ALONE = { tank_id: null, incident_id: null, isUpdate: false }

interface MessageLocale {
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

function valueText(metric: MetricKey | null, value: number | null, language: Language): string {
  if (value === null || metric === null) return '–'
  const { decimals, unit } = metricOf(metric)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const number = new Intl.NumberFormat(LOCALES[language], digits).format(value)
  // Turkish, and the page, write the sign first: `%62`, `‰36,5`.
  if (language === 'tr' && (unit === '%' || unit === '‰')) return `${unit}${number}`
  return [number, unit].filter(Boolean).join(' ')
}

/** Creating a format costs more than using it a thousand times. */
const timeFormats = new Map<string, Intl.DateTimeFormat>()

function timeText(at: Instant, { language, timeZone }: MessageLocale): string {
  const key = `${language} ${timeZone}`
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const
  const format = timeFormats.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], style)
  timeFormats.set(key, format)
  return format.format(Date.parse(at))
}

/** An alarm in one sentence, for titles, digests and webhooks: `Kritik: TNK-3 Levrek, pH yüksek: 9,12`. */
function sentenceOf(alarm: Alarm, language: Language): string {
  const { tank, severity } = alarm
  // Names may contain line breaks, which must not reach a title.
  const name = tank ? `${tank.code} ${tank.name}`.replaceAll(/\s+/g, ' ') : '–'
  return `${MESSAGE_WORDS[language].severity[severity]}: ${name}, ${whatText(alarm, language)}`
}

/** The problem in a few words: `pH yüksek: 9,12`. */
function whatText({ kind, metric, value, iot }: Alarm, language: Language): string {
  const words = MESSAGE_WORDS[language]
  const name = metric === null ? '' : words.metrics[metric]
  if (kind === 'out_of_water') return words.out_of_water
  if (kind !== 'silent') return `${name} ${words[kind]}: ${valueText(metric, value, language)}`
  if (iot === null) return words.silentTank
  return metric === null ? `${words.silentTerminal}: ${iot.code}` : `${name} ${words.silentMetric}`
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A duration in its coarsest unit, as on the page: `38 sn`. */
function durationText(ms: number, language: Language): string {
  const { units } = MESSAGE_WORDS[language]
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  const [unit, length] = UNITS.find(([, least]) => seconds >= least) ?? ['second', 1]
  return `${Math.floor(seconds / length)} ${units[unit]}`
}

/**
 * A returned alarm: its worst value and limit, the current value, start, end and duration:
 * `Normale döndü: en düşük ‰0,0 (sınır ‰25,0) · şimdi ‰28,3 · 20 Kas 2026 13:13 – 13:14, 38 sn`.
 */
function returnedText(alarm: Alarm, cleared_at: Instant, { language, timeZone }: MessageLocale): string {
  const words = MESSAGE_WORDS[language]
  const { kind, metric, limit, occurrence_peak, latest, out_since } = alarm
  const value = (of: number) => valueText(metric, of, language)
  const limited = limit === null ? '' : ` (${words.limit.toLocaleLowerCase(LOCALES[language])} ${value(limit)})`
  const worst =
    !isOfLimit(kind) || occurrence_peak === null ? [] : [`${words.worst[kind]} ${value(occurrence_peak)}${limited}`]
  const now = latest === null ? [] : [`${words.now} ${value(latest.value)}`]
  const end = new Intl.DateTimeFormat(LOCALES[language], { timeStyle: 'short', timeZone }).format(
    Date.parse(cleared_at),
  )
  const duration = durationText(Date.parse(cleared_at) - Date.parse(out_since), language)
  const lasted = `${timeText(out_since, { language, timeZone })} – ${end}, ${duration}`
  return `${words.returned}: ${[...worst, ...now, lasted].join(' · ')}`
}

/** One alarm: tank, metric, value, limit, start, trend and time of the reminder. */
export function composeOne(
  { reason, alarm, trend, repeatsInMinutes, link }: AlarmMessage,
  recipient: MessageLocale,
): ComposedMessage {
  const { language } = recipient
  const words = MESSAGE_WORDS[language]
  const { id, severity, metric, limit, out_since, cleared_at } = alarm
  const since = `${words.since}: ${timeText(out_since, recipient)}`
  const standing = limit === null ? [since] : [`${words.limit}: ${valueText(metric, limit, language)}`, since]
  const lines = [
    words.reasons[reason],
    ...(cleared_at === null ? standing : [returnedText(alarm, cleared_at, recipient)]),
    ...(trend === null ? [] : [`${words.trend}: ${words[trend]}`]),
    ...(repeatsInMinutes === null ? [] : [filled(words.repeats, { minutes: repeatsInMinutes })]),
  ]
  return { reason, severity, title: sentenceOf(alarm, language), lines, alarm_ids: [id], link, ...ALONE }
}

/** An incident: what happened, its evidence, and its alarms in the order in which they began. */
export function composeIncident(
  reason: NotificationReason,
  { cause, place, tanks, alarms, evidence, severity }: Incident,
  recipient: MessageLocale,
  link: string | null,
): ComposedMessage {
  const { language } = recipient
  const words = MESSAGE_WORDS[language]
  const subject = tanks.length === 1 ? `${alarms[0]?.tank?.code ?? ''}, ` : place === null ? '' : `${place}: `
  const what = cause === null ? words.alarms : words.causes[cause]
  const listed = alarms
    .slice(0, LISTED)
    .map((alarm) => `${sentenceOf(alarm, language)} (${timeText(alarm.out_since, recipient)})`)
  const rest = alarms.length - listed.length
  return {
    ...ALONE,
    reason,
    severity,
    title: `${words.severity[severity]}: ${subject.replaceAll(/\s+/g, ' ')}${filled(what, { count: alarms.length })}`,
    lines: [
      words.reasons[reason],
      evidence,
      ...listed,
      ...(rest > 0 ? [filled(words.digestMore, { count: rest })] : []),
    ],
    alarm_ids: alarms.map(({ id }) => id),
    link,
  }
}

/** Several alarms of one firm in one message: active before returned, then by severity. */
export function composeDigest(
  alarms: readonly Alarm[],
  recipient: MessageLocale,
  link: string | null,
): ComposedMessage {
  const words = MESSAGE_WORDS[recipient.language]
  const rank = ({ severity }: Alarm) => severityRank(severity)
  const isOver = ({ cleared_at }: Alarm) => Number(cleared_at !== null)
  const sorted = alarms.toSorted((a, b) => isOver(a) - isOver(b) || rank(a) - rank(b) || a.id - b.id)
  const listed = sorted.slice(0, LISTED).map((alarm) => {
    const { out_since, cleared_at } = alarm
    const how = cleared_at === null ? timeText(out_since, recipient) : returnedText(alarm, cleared_at, recipient)
    return `${sentenceOf(alarm, recipient.language)} (${how})`
  })
  const rest = sorted.length - listed.length
  return {
    reason: 'digest',
    severity: worstSeverity(alarms.map(({ severity }) => severity)) ?? 'info',
    title: filled(words.digestTitle, { count: alarms.length }),
    lines: [...listed, ...(rest > 0 ? [filled(words.digestMore, { count: rest })] : [])],
    alarm_ids: sorted.map(({ id }) => id),
    link,
    ...ALONE,
  }
}

/** An alarm in one Turkish sentence, for webhooks; null: a test message. */
export function describeAlarm(alarm: Alarm | null): string {
  return alarm ? sentenceOf(alarm, 'tr') : MESSAGE_WORDS.tr.testTitle
}

const notice = (severity: Severity, title: string, line: string): ComposedMessage => ({
  reason: 'test',
  severity,
  title,
  lines: [line],
  alarm_ids: [],
  link: null,
  ...ALONE,
})

/** A test message that a user asked for. */
export function composeTest(language: Language): ComposedMessage {
  const { testTitle, testBody } = MESSAGE_WORDS[language]
  return notice('info', testTitle, testBody)
}

/** The weekly test message. */
export function composeWeekly(language: Language): ComposedMessage {
  const { weeklyTitle, weeklyBody } = MESSAGE_WORDS[language]
  return notice('info', weeklyTitle, weeklyBody)
}

/** Notifies a user that a shift was handed over to them. @param link to the page where it is taken over */
export function composeHandover(
  language: Language,
  { by, note }: { by: string; note: string },
  link: string,
): ComposedMessage {
  const { handoverTitle, handoverBody } = MESSAGE_WORDS[language]
  const message = notice('info', filled(handoverTitle, { name: by }), note === '' ? handoverBody : note)
  return { ...message, reason: 'handover', link }
}

/** Reminds the user who is to take a shift over. @param by the user who hands it over */
export function composeHandoverWaits(language: Language, by: string, minutes: number, link: string): ComposedMessage {
  const { handoverWaitsTitle, handoverWaitsBody } = MESSAGE_WORDS[language]
  const message = notice('warning', filled(handoverWaitsTitle, { name: by }), filled(handoverWaitsBody, { minutes }))
  return { ...message, reason: 'handover', link }
}

/** Notifies the user who handed a shift over that the duty stays. @param taker the user who has not taken it over */
export function composeTakerSilent(language: Language, taker: string, minutes: number, link: string): ComposedMessage {
  const { takerSilentTitle, takerSilentBody } = MESSAGE_WORDS[language]
  const message = notice('warning', filled(takerSilentTitle, { name: taker }), filled(takerSilentBody, { minutes }))
  return { ...message, reason: 'handover', link }
}

/** `Yaklaşıyor: DENIZ-1 Levrek, Tank sıcaklığı 30 dk – 2 sa içinde 16,5 °C üstüne çıkabilir`. @param link to the tank */
export function composeForewarning(
  tank: TankRef,
  { metric, kind, limit, predicted_at, expected_from, expected_to, made, came_true }: Forewarning,
  { language }: MessageLocale,
  link: string,
): ComposedMessage {
  const words = MESSAGE_WORDS[language]
  const span = [expected_from, expected_to].map((at) => spanText(Date.parse(at) - Date.parse(predicted_at), language))
  const what = filled(words.forewarning[kind], {
    metric: words.metrics[metric],
    limit: valueText(metric, limit, language),
    span: span.join(' – '),
  })
  const name = `${tank.code} ${tank.name}`.replaceAll(/\s+/g, ' ')
  const message = notice(
    'info',
    `${words.approaching}: ${name}, ${what}`,
    filled(words.forewarningRecord, { made, true: came_true }),
  )
  return { ...message, reason: 'forewarning', tank_id: tank.id, link }
}

function spanText(ms: number, language: Language): string {
  const { n, unit } = roughLength(ms)
  const { units } = MESSAGE_WORDS[language]
  return `${new Intl.NumberFormat(LOCALES[language]).format(n)} ${unit === 'minutes' ? units.minute : units.hour}`
}

/** Notifies a recipient of alarms that some may have been missed. @param link to the page */
export function composeInterruption(
  { from, to }: Interruption,
  recipient: MessageLocale,
  link: string,
): ComposedMessage {
  const { language } = recipient
  const { interruptedTitle, interruptedBody } = MESSAGE_WORDS[language]
  const title = filled(interruptedTitle, {
    from: timeText(from, recipient),
    to: timeText(to, recipient),
    duration: durationText(Date.parse(to) - Date.parse(from), language),
  })
  return { ...notice('warning', title, interruptedBody), reason: 'interrupted', link }
}

/** Notifies administrators that the disk of the server is nearly full. @param link to the state of the server */
export function composeLowDisk(
  { free_bytes, total_bytes, days_left }: SystemMetrics['disk'],
  severity: 'critical' | 'warning',
  language: Language,
  link: string,
): ComposedMessage {
  const { lowDiskTitle, lowDiskBody, lowDiskDays } = MESSAGE_WORDS[language]
  const title = filled(lowDiskTitle[severity], {
    free: gigabytesText(free_bytes, language),
    total: gigabytesText(total_bytes, language),
  })
  const days =
    days_left !== null && days_left < LONGEST_DAYS ? [filled(lowDiskDays, { days: Math.floor(days_left) })] : []
  return { ...notice(severity, title, [lowDiskBody, ...days].join(' ')), reason: 'low_disk', link }
}

function gigabytesText(bytes: number, language: Language): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(LOCALES[language], digits).format(bytes / 1e9)}\u00a0GB`
}

/** Notifies a browser whose session expired that it gets no more alarms. */
export function composeExpired(language: Language): ComposedMessage {
  const { expiredTitle, expiredBody } = MESSAGE_WORDS[language]
  return notice('warning', expiredTitle, expiredBody)
}

/** Reports in the page that another channel does not work, to administrators with the reason. */
export function composeDeadChannel(
  { language, is_admin }: { language: Language; is_admin: boolean },
  channel: 'push' | 'mail',
  reason: string,
): ComposedMessage {
  const { deadTitle, deadBody, deadBodyOfAdmins } = MESSAGE_WORDS[language]
  return notice('warning', deadTitle[channel], is_admin ? filled(deadBodyOfAdmins, { reason }) : deadBody)
}
