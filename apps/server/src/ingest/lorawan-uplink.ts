import { DEVICE_EUI_PATTERN } from '@dalyan/contracts/codes'
import type { LorawanKind } from '@dalyan/contracts/integrations'

/**
 * What LoRaWAN network servers POST, one JSON object for each event of a device:
 * - ChirpStack 4, HTTP integration: https://www.chirpstack.io/docs/chirpstack/integrations/events.html, by the JSON mapping of
 *   `api/proto/integration/integration.proto` (UplinkEvent, StatusEvent) and `api/proto/gw/gw.proto` (UplinkRxInfo).
 * - The Things Stack 3, webhooks: https://www.thethingsindustries.com/docs/integrations/data-formats/, messages of `api/messages.proto`
 *   (ApplicationUp, ApplicationUplink). Fields that are empty, 0 or false are left out there.
 */

/** A message of a device inside an event. */
export interface Uplink {
  /** The decoded values by name, those of inner objects by names such as `water.temperature`; and battery, signal and gateway. */
  fields: Record<string, unknown>
  /** The time at which the network received it; undefined: the event names none. */
  time: unknown
  /** The message has a content without decoded values, because the network server has no decoder for the device. */
  isUndecoded: boolean
  /** The message has no content, because it only serves the network. */
  isEmpty: boolean
}

type JsonObject = Readonly<Record<string, unknown>>

interface Reception {
  gateway: unknown
  rssi: unknown
  snr: unknown
}

const DEEPEST = 4
const MOST_NAMES = 100
const LONGEST_NAME = 64
const WEAKEST_DBM = -200
/** The network server names this id for all gateways of other networks, so that it is no single gateway. */
const FOREIGN_GATEWAYS = 'packetbroker'

/** The address of the device, or null where the event names none. */
export function deviceEuiOf(kind: LorawanKind, event: unknown): string | null {
  const eui = kind === 'chirpstack' ? at(event, 'deviceInfo', 'devEui') : at(event, 'end_device_ids', 'dev_eui')
  const text = typeof eui === 'string' ? eui.toUpperCase() : ''
  return DEVICE_EUI_PATTERN.test(text) ? text : null
}

/**
 * Whether the event holds values of the device. Others, such as a join or the acknowledgement of a downlink, and messages that a user of The Things
 * Stack simulates, hold none.
 * @param type the event's type, as ChirpStack names it in the address
 */
export function hasUplink(kind: LorawanKind, type: string | undefined, event: unknown): boolean {
  if (kind === 'things_stack') return isObject(at(event, 'uplink_message')) && at(event, 'simulated') !== true
  return type === 'status' ? batteryOfStatus(event) !== undefined : (type ?? 'up') === 'up'
}

/** Reads the message inside an event that has one. A pure function; whatever does not fit is left out. */
export function readUplink(kind: LorawanKind, event: JsonObject): Uplink {
  return kind === 'chirpstack' ? readChirpstack(event) : readThingsStack(event)
}

function readChirpstack(event: JsonObject): Uplink {
  const receptions = listOf(event['rxInfo']).map((info): Reception => ({
    gateway: at(info, 'gatewayId'),
    rssi: at(info, 'rssi'),
    snr: at(info, 'snr'),
  }))
  const battery = batteryOfStatus(event)
  return uplinkOf({ decoded: event['object'], raw: event['data'], time: event['time'], receptions, battery })
}

/** Percent; a device that has another source of power, or cannot measure its battery, reports 0. */
function batteryOfStatus(event: unknown): unknown {
  if (at(event, 'externalPowerSource') === true || at(event, 'batteryLevelUnavailable') === true) return undefined
  return at(event, 'batteryLevel')
}

function readThingsStack(event: JsonObject): Uplink {
  const message = event['uplink_message']
  const receptions = listOf(at(message, 'rx_metadata')).map((metadata): Reception => ({
    gateway: at(metadata, 'gateway_ids', 'gateway_id'),
    rssi: at(metadata, 'rssi'),
    snr: at(metadata, 'snr'),
  }))
  return uplinkOf({
    decoded: at(message, 'decoded_payload'),
    raw: at(message, 'frm_payload'),
    time: at(message, 'received_at') ?? event['received_at'],
    receptions,
    battery: at(message, 'last_battery_percentage', 'value'),
  })
}

interface UplinkParts {
  decoded: unknown
  raw: unknown
  time: unknown
  receptions: readonly Reception[]
  battery: unknown
}

function uplinkOf({ decoded, raw, time, receptions, battery }: UplinkParts): Uplink {
  const values = new Map<string, unknown>()
  if (isObject(decoded)) collect(values, decoded, '', 1)
  const hasContent = typeof raw === 'string' && raw !== ''
  const isUndecoded = values.size === 0 && hasContent
  const isEmpty = values.size === 0 && !hasContent
  if (battery !== undefined && !values.has('battery')) values.set('battery', battery)
  const best = bestOf(receptions)
  for (const [name, value] of Object.entries(best)) if (value !== undefined) values.set(name, value)
  return { fields: Object.fromEntries(values), time: time ?? undefined, isUndecoded, isEmpty }
}

/** Collects values of inner objects and lists under joined names, within the limits of a key map. */
function collect(
  into: Map<string, unknown>,
  from: JsonObject | readonly unknown[],
  prefix: string,
  depth: number,
): void {
  for (const [key, value] of Object.entries(from)) {
    const name = `${prefix}${key}`
    if (into.size >= MOST_NAMES) return
    if (typeof value !== 'object' || value === null) {
      if (name.length <= LONGEST_NAME) into.set(name, value)
    } else if (depth < DEEPEST) collect(into, value as JsonObject, `${name}.`, depth + 1)
  }
}

/** The signal at the gateway that received the device best, by signal-to-noise ratio, then by strength. */
function bestOf(receptions: readonly Reception[]): Partial<Reception> {
  // The network server leaves out a ratio of 0.
  const snr = (reception: Reception) => numberIn(reception.snr, 0)
  const rssi = (reception: Reception) => numberIn(reception.rssi, WEAKEST_DBM)
  const [best] = receptions.toSorted((a, b) => snr(b) - snr(a) || rssi(b) - rssi(a))
  if (!best) return {}
  return { ...best, gateway: best.gateway === FOREIGN_GATEWAYS ? undefined : best.gateway }
}

function numberIn(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const key of path) found = isObject(found) ? found[key] : undefined
  return found
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
