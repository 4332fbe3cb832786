import type { Language } from '@dalyan/contracts/errors'
import { metricOf, SCREEN_ORDER, type MetricKey } from '@dalyan/contracts/metrics'
import type { WallTank } from '@dalyan/contracts/wall'

/**
 * What Home Assistant reads by MQTT: for each tank one discovery message, which makes it a device with its sensors, and one message with its newest
 * values. By https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload (device discovery, since 2024.11), the sensors by
 * …/integrations/sensor.mqtt/ and …/integrations/binary_sensor.mqtt/, the classes and their units by
 * https://developers.home-assistant.io/docs/core/entity/sensor/#available-device-classes.
 */

/** A tank as the overview shows it. */
export type HomeAssistantTank = Pick<
  WallTank,
  'id' | 'code' | 'name' | 'place' | 'state' | 'values' | 'last_measured_at' | 'stale_after_seconds'
>

export interface DiscoveryWords {
  metrics: Readonly<Record<MetricKey, string>>
  problem: string
  connectivity: string
}

interface DiscoveryContext {
  words: DiscoveryWords
  version: string
  /** The page's address; null: unknown. */
  pageUrl: string | null
}

export const HOME_ASSISTANT_WORDS: Record<Language, Omit<DiscoveryWords, 'metrics'>> = {
  tr: { problem: 'Alarm', connectivity: 'Bağlantı' },
  en: { problem: 'Alarm', connectivity: 'Connection' },
}

/** A state is sent this often even when it did not change. */
export const STATE_REPEATED_EVERY_MS = 60_000
/** Home Assistant shows values as unavailable after this many seconds without a state. */
const EXPIRES_AFTER = 300

/** The classes of Home Assistant; other metrics have none there. Its `ph` has no unit. */
const DEVICE_CLASSES: Partial<Record<MetricKey, string>> = {
  tank_temperature: 'temperature',
  ambient_temperature: 'temperature',
  cabinet_temperature: 'temperature',
  ambient_humidity: 'humidity',
  cabinet_humidity: 'humidity',
  ph: 'ph',
  orp: 'voltage',
  conductivity: 'conductivity',
}
/** Metrics of the measuring device, not of the water. */
const DIAGNOSTIC = new Set<MetricKey>(['cabinet_temperature', 'cabinet_humidity'])
const PROBLEMS = new Set<WallTank['state']>(['crit', 'warn', 'suspect', 'silent'])

export function discoveryTopic(tankId: number): string {
  return `homeassistant/device/dalyan-tank-${tankId}/config`
}

/**
 * Discovery messages are sent as retained ones, also when they change, so that a broker behind a bridge keeps them for a Home Assistant that starts anew.
 * States are not: an old one must not be shown as if it were new.
 */
export function isDiscovery(topic: string): boolean {
  return topic.endsWith('/config')
}

export function stateTopic(tankId: number): string {
  return `dalyan/v1/tanks/${tankId}/state`
}

/** The discovery message of a tank. A metric that the tank does not have is named by its platform alone, which removes it from Home Assistant. */
export function discoveryOf(tank: HomeAssistantTank, { words, version, pageUrl }: DiscoveryContext): string {
  const { id, code, name, place, values } = tank
  const unique = (part: string) => `dalyan_tank_${id}_${part}`
  const sensors = SCREEN_ORDER.map((metric) => [
    metric,
    values[metric] ? sensorOf(id, metric, words.metrics[metric]) : { platform: 'sensor' },
  ])
  const binary = (part: 'problem' | 'connectivity') => ({
    platform: 'binary_sensor',
    unique_id: unique(part),
    name: words[part],
    device_class: part,
    value_template: `{{ value_json.${part} }}`,
    expire_after: EXPIRES_AFTER,
  })
  return JSON.stringify({
    device: {
      identifiers: [`dalyan-tank-${id}`],
      name: `${code} · ${name}`,
      manufacturer: 'Dalyan',
      model: 'Tank',
      ...(place !== null && { suggested_area: place }),
      ...(pageUrl !== null && { configuration_url: `${pageUrl}/tanks/${id}` }),
    },
    origin: { name: 'Dalyan', sw_version: version },
    state_topic: stateTopic(id),
    components: {
      ...(Object.fromEntries(sensors) as object),
      problem: binary('problem'),
      connectivity: { ...binary('connectivity'), entity_category: 'diagnostic' },
    },
  })
}

function sensorOf(tankId: number, metric: MetricKey, name: string) {
  const { unit, decimals } = metricOf(metric)
  const device_class = DEVICE_CLASSES[metric]
  return {
    platform: 'sensor',
    unique_id: `dalyan_tank_${tankId}_${metric}`,
    name,
    ...(device_class !== undefined && { device_class }),
    ...(unit !== '' && { unit_of_measurement: unit }),
    state_class: 'measurement',
    suggested_display_precision: decimals,
    value_template: `{{ value_json.${metric} | default(none) }}`,
    availability_topic: stateTopic(tankId),
    availability_template: `{{ 'online' if value_json.${metric} is defined else 'offline' }}`,
    expire_after: EXPIRES_AFTER,
    ...(DIAGNOSTIC.has(metric) && { entity_category: 'diagnostic' }),
  }
}

/** The newest values of a tank that are fresh, and its state. @param now epoch milliseconds */
export function stateOf(tank: HomeAssistantTank, now: number): string {
  const { state, values, last_measured_at, stale_after_seconds } = tank
  const freshFrom = stale_after_seconds === null ? Number.POSITIVE_INFINITY : now - stale_after_seconds * 1000
  const isFresh = (at: string | null) => at !== null && Date.parse(at) >= freshFrom
  const fresh = SCREEN_ORDER.flatMap((metric) => {
    const newest = values[metric]
    return newest && isFresh(newest.measured_at) ? [[metric, newest.value] as const] : []
  })
  const isConnected = state !== 'silent' && (fresh.length > 0 || (state !== 'suspended' && last_measured_at !== null))
  return JSON.stringify({
    ...Object.fromEntries(fresh),
    problem: PROBLEMS.has(state) ? 'ON' : 'OFF',
    connectivity: isConnected ? 'ON' : 'OFF',
    state,
    measured_at: last_measured_at,
  })
}
