import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { expect, test } from 'vitest'
import { MESSAGE_WORDS } from '../features/notifications/messages/message-words.ts'
import { discoveryOf, HOME_ASSISTANT_WORDS, stateOf, type HomeAssistantTank } from './home-assistant-messages.ts'

const NOW = Date.parse('2026-11-20T10:00:00.000Z')
const at = (secondsAgo: number) => new Date(NOW - secondsAgo * 1000).toISOString()

const TANK: HomeAssistantTank = {
  id: 7,
  code: 'TNK-07',
  name: 'Levrek yavru',
  place: 'B salonu',
  state: 'normal',
  values: {
    tank_temperature: { value: 18.4, measured_at: at(10), out: false },
    ph: { value: 7.9, measured_at: at(10), out: false },
  },
  last_measured_at: at(10),
  stale_after_seconds: 120,
}

function discovered(tank: HomeAssistantTank, language: 'tr' | 'en' = 'tr', pageUrl: string | null = null) {
  const words = { ...HOME_ASSISTANT_WORDS[language], metrics: MESSAGE_WORDS[language].metrics }
  return JSON.parse(discoveryOf(tank, { words, version: '1.2.3', pageUrl })) as {
    components: Record<string, Record<string, unknown>>
  } & Record<string, unknown>
}
const stated = (tank: HomeAssistantTank) => JSON.parse(stateOf(tank, NOW)) as Record<string, unknown>

test('a tank is one device with its place, and the keys that device discovery requires', () => {
  expect(discovered(TANK, 'tr', 'https://dalyan.example')).toMatchObject({
    device: {
      identifiers: ['dalyan-tank-7'],
      name: 'TNK-07 · Levrek yavru',
      suggested_area: 'B salonu',
      configuration_url: 'https://dalyan.example/tanks/7',
    },
    origin: { name: 'Dalyan', sw_version: '1.2.3' },
    state_topic: 'dalyan/v1/tanks/7/state',
  })
  expect(discovered({ ...TANK, place: null })['device']).not.toHaveProperty('suggested_area')
  expect(discovered(TANK)['device']).not.toHaveProperty('configuration_url')
})

test('a metric is a sensor with its class, unit and precision, named in the language of the integration', () => {
  const { components } = discovered(TANK)
  expect(components['tank_temperature']).toEqual({
    platform: 'sensor',
    unique_id: 'dalyan_tank_7_tank_temperature',
    name: 'Tank sıcaklığı',
    device_class: 'temperature',
    unit_of_measurement: '°C',
    state_class: 'measurement',
    suggested_display_precision: 1,
    value_template: '{{ value_json.tank_temperature | default(none) }}',
    availability_topic: 'dalyan/v1/tanks/7/state',
    availability_template: "{{ 'online' if value_json.tank_temperature is defined else 'offline' }}",
    expire_after: 300,
  })
  expect(discovered(TANK, 'en').components['tank_temperature']).toMatchObject({ name: 'Tank temperature' })
  // Home Assistant refuses a unit for its pH.
  expect(components['ph']).toMatchObject({ device_class: 'ph' })
  expect(components['ph']).not.toHaveProperty('unit_of_measurement')
})

test('every metric is a component, and one without a value is named by its platform alone, which removes it', () => {
  const { components } = discovered(TANK)
  expect(new Set(Object.keys(components))).toEqual(new Set([...METRIC_KEYS, 'problem', 'connectivity']))
  expect(components['salinity']).toEqual({ platform: 'sensor' })
})

test('the state holds the fresh values, and leaves out what is older than the tank’s limit', () => {
  expect(stated(TANK)).toEqual({
    tank_temperature: 18.4,
    ph: 7.9,
    problem: 'OFF',
    connectivity: 'ON',
    state: 'normal',
    measured_at: at(10),
  })
  const old = { value: 7.9, measured_at: at(121), out: false }
  expect(stated({ ...TANK, values: { ...TANK.values, ph: old } })).not.toHaveProperty('ph')
  expect(stated({ ...TANK, stale_after_seconds: null })).not.toHaveProperty('tank_temperature')
})

test.each([
  ['crit', 'ON', 'ON'],
  ['warn', 'ON', 'ON'],
  ['suspect', 'ON', 'ON'],
  ['stale', 'OFF', 'ON'],
  ['mode', 'OFF', 'ON'],
  ['suspended', 'OFF', 'ON'],
  ['silent', 'ON', 'OFF'],
] as const)('a tank that is %s has its alarm %s and its connection %s', (state, problem, connectivity) => {
  expect(stated({ ...TANK, state })).toMatchObject({ state, problem, connectivity })
})

test('a tank that never measured anything is not connected', () => {
  const none = { ...TANK, state: 'suspended' as const, values: {}, last_measured_at: null }
  expect(stated(none)).toMatchObject({ connectivity: 'OFF', measured_at: null })
})
