import type { Alarm } from '@dalyan/contracts/alarms'
import type { Incident, IncidentTimeline } from '@dalyan/contracts/incidents'
import type { TFunction } from 'i18next'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { formatStep } from '../../../shared/format/age.ts'
import { formatDate, formatDateTime, formatTime, formatTimeWithSeconds } from '../../../shared/format/date-time.ts'
import { limitText, conditionAndValue } from '../public/incident-facts.ts'

/** A moment of an incident; `isNext`: it is still to come. */
export interface TimelineEntry {
  key: string
  /** As text; a span of time names its end, too. */
  time: string
  text: string
  small: string | null
  isNext?: boolean
  /** Drawn filled: it began, or was found out. */
  isTurningPoint?: boolean
}

type Timed = TimelineEntry & { at: number }

/** So many alarms of one tank are named; the card lists all. */
const MOST_NAMED = 8

/**
 * What happened about an incident in the order of time: its alarms, who was notified, who acknowledged, and who is next.
 * @param timeline undefined: unknown
 */
export function timelineEntries(t: TFunction, incident: Incident, timeline: IncidentTimeline | undefined) {
  const entries: Timed[] = [
    ...(incident.cause === 'outage' ? outageEntries(t, incident) : alarmEntries(t, incident)),
    openedEntry(t, incident),
    ...(timeline ? notifiedEntries(t, timeline) : []),
    ...acknowledgedEntries(t, incident),
    ...returnedEntries(t, incident),
  ]
  const sorted: TimelineEntry[] = entries.toSorted((a, b) => a.at - b.at)
  if (timeline?.next)
    sorted.push({
      key: 'next',
      time: formatTime(timeline.next.at),
      text: t('incidents.timeline.next', { name: timeline.next.user.name }),
      small: t('incidents.timeline.nextIf'),
      isNext: true,
    })
  return sorted
}

const ms = (instant: string) => Date.parse(instant)
/** To the second; with the date when it is not today. */
const timeOf = (instant: string) =>
  formatDate(instant) === formatDate(serverNow()) ? formatTimeWithSeconds(instant) : formatDateTime(instant)
const entryAt = (key: string, instant: string, text: string, small: string | null): Timed => ({
  key,
  at: ms(instant),
  time: timeOf(instant),
  text,
  small,
})

/** The first terminal that fell silent, then how many did until when. */
function outageEntries(t: TFunction, { alarms }: Incident): Timed[] {
  const [first] = alarms
  const last = alarms.at(-1)
  if (!first || !last) return []
  const began = entryAt('first', first.out_since, t('incidents.timeline.firstSilent', { name: sourceOf(first) }), null)
  if (alarms.length === 1) return [{ ...began, isTurningPoint: true }]
  const seconds = Math.ceil((ms(last.out_since) - ms(first.out_since)) / 1_000)
  const all = entryAt(
    'all',
    last.out_since,
    t('incidents.silent', { count: new Set(alarms.map(sourceOf)).size }),
    t('incidents.timeline.within', { duration: formatStep(Math.max(1, seconds) * 1_000) }),
  )
  return [
    { ...began, isTurningPoint: true },
    { ...all, time: `${timeOf(first.out_since)} – ${timeOf(last.out_since)}` },
  ]
}

const sourceOf = ({ iot, tank }: Alarm) => iot?.code ?? tank?.code ?? ''

function alarmEntries(t: TFunction, { alarms }: Incident): Timed[] {
  return alarms.slice(0, MOST_NAMED).map((alarm, index) => ({
    ...entryAt(`alarm ${alarm.id}`, alarm.out_since, conditionAndValue(t, alarm), limitText(t, alarm)),
    isTurningPoint: index === 0,
  }))
}

function openedEntry(t: TFunction, { alarms, evidence, started_at }: Incident): Timed {
  const raised = alarms.map(({ raised_at }) => raised_at).toSorted((a, b) => ms(a) - ms(b))[0]
  return { ...entryAt('opened', raised ?? started_at, t('incidents.timeline.opened'), evidence), isTurningPoint: true }
}

/** One entry for each user and kind of message, with the channels by which it left. */
function notifiedEntries(t: TFunction, { notified }: IncidentTimeline): Timed[] {
  return [...Map.groupBy(notified, ({ user, kind }) => `${user.id} ${kind}`)].flatMap(([key, messages]) => {
    const [first] = messages
    if (!first) return []
    const outside = messages.filter(({ channel }) => channel !== 'app')
    const sent = (outside.length > 0 ? outside : messages).map(
      ({ channel, times, sent_at, last_sent_at, has_failed }) => {
        const by = t(`incidents.timeline.by.${channel}`)
        if (has_failed) return t('incidents.timeline.failed', { by })
        if (sent_at === null || last_sent_at === null) return t('incidents.timeline.waits', { by })
        if (first.kind !== 'reminder' || times === 1) return `${by} ${timeOf(sent_at)}`
        return t('incidents.timeline.times', { by, count: times, time: timeOf(last_sent_at) })
      },
    )
    const at = messages.map(({ sent_at, queued_at }) => sent_at ?? queued_at).toSorted((a, b) => ms(a) - ms(b))[0]
    const text = t(`incidents.timeline.kinds.${first.kind}`, { name: first.user.name })
    return entryAt(key, at ?? first.queued_at, text, sent.join(' · '))
  })
}

/** All alarms that a user acknowledged within the same minute are one entry. */
function acknowledgedEntries(t: TFunction, { alarms }: Incident): Timed[] {
  const done = alarms.filter(({ acknowledged_at }) => acknowledged_at !== null)
  const groups = Map.groupBy(done, (one) => `${one.acknowledged_by?.id} ${(one.acknowledged_at ?? '').slice(0, 16)}`)
  return [...groups].flatMap(([key, group]) => {
    const [first] = group
    if (!first?.acknowledged_at) return []
    const name = first.acknowledged_by?.name ?? t('incidents.timeline.byLink')
    const count = alarms.length > 1 ? t('incidents.alarms', { count: group.length }) : null
    const notes = [...new Set(group.flatMap(({ note }) => note ?? []))]
    const small = [count, ...notes].filter((part) => part !== null).join(' · ')
    return entryAt(`ack ${key}`, first.acknowledged_at, t('incidents.timeline.acknowledged', { name }), small || null)
  })
}

/** When the last value returned. */
function returnedEntries(t: TFunction, { alarms }: Incident): Timed[] {
  const times = alarms.flatMap(({ cleared_at }) => cleared_at ?? [])
  const last = times.toSorted((a, b) => ms(a) - ms(b)).at(-1)
  if (last === undefined || times.length < alarms.length) return []
  return [entryAt('returned', last, t('incidents.timeline.returned'), null)]
}
