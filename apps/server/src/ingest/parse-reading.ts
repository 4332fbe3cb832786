import { healthValue } from '@dalyan/contracts/device-health'
import { isHealthName, type HealthName, type ReportedHealth } from '@dalyan/contracts/health-words'
import type { ErrorCode } from '@dalyan/contracts/errors'
import { MAX_READINGS } from '@dalyan/contracts/device-messages'
import type { MappedName, NameRule } from '@dalyan/contracts/diagnosis'
import type { LorawanKind } from '@dalyan/contracts/integrations'
import { parseInstant } from '@dalyan/contracts/parse-instant'
import { METRICS, type Metric, type MetricKey } from '@dalyan/contracts/metrics'
import { readUplink, type Uplink } from './lorawan-uplink.ts'

/** `thingsboard` also knows `{ts, values: {…}}`; the metric names are the same. The others are events of a LoRaWAN network server. */
export type MessageShape = 'dalyan' | 'thingsboard' | LorawanKind

/** Why a field was refused, as a code for the answer's text. */
export interface FieldProblem {
  code: ErrorCode
  parts: Record<string, unknown>
}

/** A reading with its clock corrected. Times are epoch milliseconds; `values` are in the order of `METRICS`. */
export interface ParsedReading {
  index: number
  measured_at: number
  values: (number | null)[]
  clock_skew: boolean
}

export interface RefusedReading {
  index: number
  errors: Record<string, FieldProblem[]>
  raw: unknown
}

/** A metric, or a name of the terminal's health, that was left out, with the received value. */
export interface ImplausibleValue {
  index: number
  metric: MetricKey | HealthName
  value: unknown
  problem: FieldProblem
}

export interface ParsedMessage {
  /** Why the full message is refused; the lists are empty then. */
  problem: ErrorCode | null
  readings: ParsedReading[]
  refusals: RefusedReading[]
  implausible: ImplausibleValue[]
  /** Keys that name no metric, with their last value; null: there are none. */
  unknown_keys: Map<string, unknown> | null
  /** The last battery, signal and gateway in it; null: it has none. */
  health: ReportedHealth | null
  /** The newest time of a wrong clock, as the device gave it; null: no clock was wrong. */
  wrong_time: number | null
  /** The newest time that the server assigned to this terminal's readings. */
  last_server_time: number
}

interface MessageContext {
  shape: MessageShape
  /** Arrival, epoch milliseconds. */
  now: number
  lateDays: number
  /** `last_server_time` of the terminal's previous message; 0 for the first. */
  lastServerTime: number
  /** The device's own names for metrics; null: none. */
  keyMap?: ReadonlyMap<string, NameRule> | null
}

const DAY_MS = 86_400_000
/** No terminal of this product measured earlier, so an earlier time comes from a clock that was never set. */
const CLOCK_UNSET_BEFORE = Date.UTC(2020, 0, 1)
const CLOCK_AHEAD_MS = 5 * 60_000
const SECONDS_BELOW = 1e11

const metricsByKey = new Map<string, { metric: Metric; position: number }>(
  METRICS.map((metric, position) => [metric.key, { metric, position }]),
)

type DeviceTime = { at: number } | 'absent' | 'unreadable'

/**
 * Parses one message, already decoded from JSON, into readings and refusals (docs/behaviour/measurements.md). A pure function: the state of the
 * terminal is passed in and returned.
 */
export function parseMessage(body: unknown, context: MessageContext): ParsedMessage {
  const message: ParsedMessage = {
    problem: null,
    readings: [],
    refusals: [],
    implausible: [],
    unknown_keys: null,
    health: null,
    wrong_time: null,
    last_server_time: context.lastServerTime,
  }
  if (!Array.isArray(body)) {
    readOne(message, body, 0, context)
  } else if (body.length === 0) {
    message.problem = 'empty_message'
  } else if (body.length > MAX_READINGS) {
    message.problem = 'too_many_readings'
  } else {
    for (const [index, item] of body.entries()) readOne(message, item, index, context)
  }
  if (message.readings.some((reading) => reading.clock_skew)) putClockRight(message, context)
  return message
}

function readOne(message: ParsedMessage, raw: unknown, index: number, context: MessageContext): void {
  if (!isRecord(raw)) {
    message.refusals.push({ index, errors: { reading: [{ code: 'not_a_reading', parts: {} }] }, raw })
    return
  }
  const { fields, isUndecoded, isEmpty, ...sent } = unwrapped(raw, context.shape)
  const time = deviceTime(sent.time)
  const { values, found, errors, isHealthOnly } = readMetrics(message, fields, index, context.keyMap ?? null)
  if (isUndecoded) {
    message.refusals.push({ index, errors: { reading: [{ code: 'not_decoded', parts: {} }] }, raw })
    return
  }
  // Terminals may send their battery in a message of its own: then there is nothing to store and nothing to refuse.
  if (isHealthOnly || isEmpty) return
  if (time === 'unreadable') errors['measured_at'] = [{ code: 'invalid_instant', parts: {} }]
  else if (found === 0 && Object.keys(errors).length === 0) errors['reading'] = [{ code: 'no_metric', parts: {} }]
  else if (time !== 'absent' && isTooOld(time.at, context)) errors['measured_at'] = [tooOld(context)]

  if (time === 'unreadable' || found === 0 || errors['measured_at']) {
    message.refusals.push({ index, errors, raw })
    return
  }
  const measured_at = time === 'absent' ? nextServerTime(message, context.now) : time.at
  const clock_skew = time !== 'absent' && isClockWrong(measured_at, context.now)
  message.readings.push({ index, measured_at, values, clock_skew })
}

/** The values and the time of one reading, out of the form in which it was sent. */
function unwrapped(raw: Record<string, unknown>, shape: MessageShape): Uplink {
  if (shape === 'chirpstack' || shape === 'things_stack') return readUplink(shape, raw)
  const values = shape === 'thingsboard' ? raw['values'] : undefined
  const [fields, time] = isRecord(values) ? [values, raw['ts']] : [raw, raw['measured_at']]
  return { fields, time, isUndecoded: false, isEmpty: false }
}

function readMetrics(
  message: ParsedMessage,
  fields: Record<string, unknown>,
  index: number,
  keyMap: ReadonlyMap<string, NameRule> | null,
) {
  const values: (number | null)[] = METRICS.map(() => null)
  const errors: Record<string, FieldProblem[]> = {}
  let found = 0
  let [hasHealth, hasUnknown] = [false, false]
  for (const key of Object.keys(fields)) {
    const given = fields[key]
    const mapped = keyMap?.get(key)
    if (mapped?.metric === null) continue
    const known = metricsByKey.get(mapped?.metric ?? key)
    if (!known) {
      if (isHealthName(key)) {
        hasHealth = true
        readHealth(message, key, given, index)
      } else if (key !== 'measured_at') {
        hasUnknown = true
        ;(message.unknown_keys ??= new Map()).set(key, given)
      }
      continue
    }
    if (given === null) continue
    const { metric, position } = known
    // Of two names of one metric the metric's own counts.
    if (mapped && key !== metric.key && typeof fields[metric.key] === 'number') continue
    const value = mapped && typeof given === 'number' ? mappedValue(given, mapped) : given
    if (typeof value === 'number' && value >= metric.min && value <= metric.max) {
      // The database stores float4, and limits are compared with the stored value. `+ 0` turns -0 into 0.
      if (values[position] === null) found += 1
      values[position] = Math.fround(value) + 0
      continue
    }
    const code = typeof value === 'number' ? 'implausible' : 'not_a_number'
    const problem = { code, parts: { minimum: metric.min, maximum: metric.max } } as const
    errors[key] = [problem]
    message.implausible.push({ index, metric: metric.key, value: given, problem })
  }
  const isHealthOnly = hasHealth && found === 0 && !hasUnknown && Object.keys(errors).length === 0
  return { values, found, errors, isHealthOnly }
}

function readHealth(message: ParsedMessage, name: HealthName, given: unknown, index: number): void {
  if (given === null) return
  const value = healthValue(name, given)
  if (value === undefined)
    message.implausible.push({ index, metric: name, value: given, problem: { code: 'invalid', parts: {} } })
  else message.health = { ...message.health, [name]: value }
}

/** In the stored precision, so that the product of two decimals does not exceed a bound by its rounding. */
function mappedValue(value: number, { scale, offset }: MappedName): number {
  return Math.fround(value * scale + offset)
}

/** Reads `measured_at`: ISO 8601, epoch milliseconds, or seconds below 1e11; cut to milliseconds. */
function deviceTime(given: unknown): DeviceTime {
  if (given === undefined || given === null) return 'absent'
  if (typeof given === 'number') {
    if (!Number.isFinite(given)) return 'unreadable'
    return { at: Math.floor(Math.abs(given) < SECONDS_BELOW ? given * 1000 : given) }
  }
  if (typeof given !== 'string') return 'unreadable'
  const at = parseInstant(given)
  if (at !== null) return { at }
  // A leap second is the second after :59.
  const before = /:\d\d:60/.test(given) ? parseInstant(given.replace(/(:\d\d):60/, '$1:59')) : null
  return before === null ? 'unreadable' : { at: before + 1000 }
}

function isClockWrong(at: number, now: number): boolean {
  return at < CLOCK_UNSET_BEFORE || at > now + CLOCK_AHEAD_MS
}

function isTooOld(at: number, { now, lateDays }: MessageContext): boolean {
  return at >= CLOCK_UNSET_BEFORE && at < now - lateDays * DAY_MS
}

function tooOld({ lateDays }: MessageContext): FieldProblem {
  return { code: 'too_old', parts: { days: lateDays } }
}

function nextServerTime(message: ParsedMessage, now: number): number {
  message.last_server_time = Math.max(now, message.last_server_time + 1)
  return message.last_server_time
}

/**
 * Readings of a wrong clock keep their distances, the newest at arrival. Clocks that run ahead and clocks that were never set are corrected
 * separately, because a device whose clock was set between two readings sends both.
 */
function putClockRight(message: ParsedMessage, context: MessageContext): void {
  const wrong = message.readings.filter((reading) => reading.clock_skew)
  const unset = wrong.filter((reading) => reading.measured_at < CLOCK_UNSET_BEFORE)
  const ahead = wrong.filter((reading) => reading.measured_at >= CLOCK_UNSET_BEFORE)
  for (const group of [unset, ahead]) {
    if (group.length === 0) continue
    const newest = group.reduce((latest, reading) => Math.max(latest, reading.measured_at), -Infinity)
    message.wrong_time = newest
    const arrival = nextServerTime(message, context.now)
    for (const reading of group) reading.measured_at = arrival - (newest - reading.measured_at)
  }
  const oldest = context.now - context.lateDays * DAY_MS
  message.readings = message.readings.filter((reading) => {
    if (!reading.clock_skew || reading.measured_at >= oldest) return true
    const { index, values } = reading
    message.refusals.push({ index, errors: { measured_at: [tooOld(context)] }, raw: { values } })
    return false
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
