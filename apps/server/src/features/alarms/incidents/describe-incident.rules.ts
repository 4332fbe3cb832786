import { isOfLimit } from '@dalyan/contracts/alarm-words'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { Language } from '@dalyan/contracts/errors'
import type { Incident } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { severityRank } from '@dalyan/contracts/out-of-range'
import type { IncidentRecord } from './incidents.sql.ts'

/** A value out of range, with its newest reading. */
export interface LeadValue {
  tank_id: number
  metric: MetricKey
  newest: { value: number; measured_at: Instant }
}

const WORDS = {
  tr: {
    outage: (terminals: number, seconds: number) =>
      `${terminals} terminalin son ölçümleri ${seconds} sn içinde kesildi.`,
    outOfWater: (seconds: number) =>
      `Tuzluluk ve iletkenlik ${seconds} sn içinde birlikte düştü; su sıcaklığı sınırlarında kaldı.`,
    conductivityGone:
      'İletkenlik, alışılmış değerinin yirmide birinin altına düştü: sonda su dışında veya tankta tatlı su.',
    sensorFault: 'Sensör art arda olanaksız değerler gönderdi; bu değerler alarmlara ve ortalamalara katılmıyor.',
    atOnce: (alarms: number) => `${alarms} alarm aynı tankta aynı anda başladı.`,
    together: (alarms: number, minutes: number) => `${alarms} alarm aynı tankta ${minutes} dk içinde başladı.`,
    inTurn: (alarms: number) => `${alarms} alarm aynı tankta art arda başladı.`,
    alone: 'Bu tankta o sırada başka alarm başlamadı.',
  },
  en: {
    outage: (terminals: number, seconds: number) =>
      `The last readings of ${terminals} terminals came within ${seconds} s.`,
    outOfWater: (seconds: number) =>
      `Salinity and conductivity fell together within ${seconds} s; the water temperature stayed in range.`,
    conductivityGone:
      'The conductivity fell below a twentieth of its usual value: the sonde is out of the water, or the tank is full of fresh water.',
    sensorFault: 'The sensor sent several impossible values in a row; they count in no alarm and no mean.',
    atOnce: (alarms: number) => `${alarms} alarms began on the same tank at once.`,
    together: (alarms: number, minutes: number) => `${alarms} alarms began on the same tank within ${minutes} min.`,
    inTurn: (alarms: number) => `${alarms} alarms began on the same tank one after another.`,
    alone: 'No other alarm began on this tank at that time.',
  },
}

/** Longer than this the alarms began one after another. */
const LONGEST_SECONDS = 15 * 60
const STATES = ['active_unack', 'active_ack', 'rtn_unack', 'closed'] as const
const ACTIVITY = { active_unack: 0, active_ack: 0, rtn_unack: 1, closed: 2 } as const

/** Active before returned before closed, then by severity, then unacknowledged first. */
function gravestOf(alarms: readonly Alarm[]): Alarm | undefined {
  const order = ({ state, severity }: Alarm) =>
    ACTIVITY[state] * 100 + severityRank(severity) * 10 + STATES.indexOf(state)
  return alarms.toSorted((a, b) => order(a) - order(b))[0]
}

/** An incident as users see it; undefined: it has no alarm that the caller may see. */
export function describeIncident(record: IncidentRecord, language: Language): Incident | undefined {
  const { id, cause, started_at, alarms, places } = record
  const gravest = gravestOf(alarms)
  if (!gravest) return undefined
  const { severity, state } = gravest
  const tanks = new Map(alarms.flatMap(({ tank }) => (tank ? [[tank.id, { id: tank.id, code: tank.code }]] : [])))
  const isOver = alarms.every(({ closed_at }) => closed_at !== null)
  return {
    id,
    cause,
    severity,
    state,
    place: places.length === 1 ? (places[0] ?? null) : null,
    tanks: [...tanks.values()],
    alarms: [...alarms],
    evidence: evidenceOf(record, language),
    started_at,
    ended_at: isOver
      ? (alarms
          .map(({ closed_at }) => closed_at)
          .toSorted((a, b) => Date.parse(a ?? '') - Date.parse(b ?? ''))
          .at(-1) ?? null)
      : null,
  }
}

/** The gravest value of one tank that is out of range now: its course says most about the incident. */
export function leadOf({ tanks, alarms }: Incident): LeadValue | null {
  const out = alarms.filter(({ kind, state }) => isOfLimit(kind) && ACTIVITY[state] === 0)
  const gravest = gravestOf(out)
  const [tank] = tanks
  if (!tank || tanks.length > 1 || !gravest || gravest.metric === null || gravest.value === null) return null
  return { tank_id: tank.id, metric: gravest.metric, newest: { value: gravest.value, measured_at: gravest.last_at } }
}

/** Why the alarms belong together, from stored facts. */
function evidenceOf({ cause, alarms }: IncidentRecord, language: Language): string {
  const words = WORDS[language]
  if (cause === 'sensor_fault') return words.sensorFault
  if (cause === 'outage') {
    const silent = alarms.filter(({ state }) => ACTIVITY[state] === 0)
    const counted = silent.length > 0 ? silent : alarms
    return words.outage(new Set(counted.map(({ iot }) => iot?.id)).size, secondsOf(counted))
  }
  if (alarms.some(({ kind }) => kind === 'out_of_water')) return words.conductivityGone
  if (cause === 'out_of_water')
    return words.outOfWater(
      secondsOf(alarms.filter(({ metric }) => metric === 'salinity' || metric === 'conductivity')),
    )
  if (alarms.length === 1) return words.alone
  const seconds = secondsOf(alarms)
  if (seconds <= 1) return words.atOnce(alarms.length)
  if (seconds > LONGEST_SECONDS) return words.inTurn(alarms.length)
  return words.together(alarms.length, Math.ceil(seconds / 60))
}

/** Between the oldest and the newest start of some alarms; at least 1. */
function secondsOf(alarms: readonly Alarm[]): number {
  const times = alarms.map(({ out_since }) => Date.parse(out_since))
  return Math.max(1, Math.ceil((Math.max(...times) - Math.min(...times)) / 1000))
}
