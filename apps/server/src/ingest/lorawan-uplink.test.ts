import { expect, test } from 'vitest'
import {
  chirpstackJoin,
  chirpstackStatus,
  chirpstackUp,
  thingsStackJoin,
  thingsStackUplink,
} from './fixtures/lorawan-events.ts'
import { deviceEuiOf, hasUplink, readUplink } from './lorawan-uplink.ts'

const EUI = 'A84041000181C061'
const TIME = '2026-11-20T10:00:00.123456789+00:00'

test('both network servers name the device by its EUI, in any case', () => {
  expect(deviceEuiOf('chirpstack', chirpstackUp('a84041000181c061', TIME, {}))).toBe(EUI)
  expect(deviceEuiOf('things_stack', thingsStackUplink(EUI, TIME, {}))).toBe(EUI)
})

test.each([
  ['an event of the other network server', thingsStackUplink(EUI, TIME, {})],
  ['an EUI that is too short', { deviceInfo: { devEui: 'A840' } }],
  ['an EUI that is no text', { deviceInfo: { devEui: 16 } }],
  ['a list', []],
  ['null', null],
])('%s names no device to ChirpStack', (_, event) => {
  expect(deviceEuiOf('chirpstack', event)).toBeNull()
})

test('an uplink of ChirpStack gives its decoded values, and the signal at the gateway that received it best', () => {
  expect(readUplink('chirpstack', chirpstackUp(EUI, TIME, { temp: 18.4, ph: 7.9 }))).toEqual({
    fields: { temp: 18.4, ph: 7.9, rssi: -71, snr: 9.25, gateway: '0016c001f1500812' },
    time: TIME,
    isUndecoded: false,
    isEmpty: false,
  })
})

test('an uplink of The Things Stack gives its decoded values, the last battery, and the signal', () => {
  expect(readUplink('things_stack', thingsStackUplink(EUI, TIME, { temperature: 18.4 }))).toEqual({
    fields: { temperature: 18.4, battery: 64.5, rssi: -35, snr: 5, gateway: 'iskele-ag-gecidi' },
    time: TIME,
    isUndecoded: false,
    isEmpty: false,
  })
})

test('a battery that the device itself reports goes before the one of the network server', () => {
  const { fields } = readUplink('things_stack', thingsStackUplink(EUI, TIME, { battery: 88 }))
  expect(fields['battery']).toBe(88)
})

test('a gateway of another network is no gateway of the farm', () => {
  const event = thingsStackUplink(EUI, TIME, { ph: 7 })
  event.uplink_message.rx_metadata.splice(1)
  expect(readUplink('things_stack', event).fields).toEqual({
    ph: 7,
    battery: 64.5,
    rssi: -117,
    snr: -9.2,
    gateway: undefined,
  })
})

test('inner objects and lists become joined names, up to a depth, a length and a number', () => {
  const decoded = {
    temperatureSensor: { 1: 21.5 },
    probes: [{ ph: 7.1 }, { ph: 7.2 }],
    a: { b: { c: { d: 1, e: { f: 2 } } } },
    ['n'.repeat(65)]: 3,
    ['__proto__x']: 4,
  }
  const { fields } = readUplink('chirpstack', { object: decoded, data: 'AA==' })
  expect(fields).toEqual({
    'temperatureSensor.1': 21.5,
    'probes.0.ph': 7.1,
    'probes.1.ph': 7.2,
    'a.b.c.d': 1,
    ['__proto__x']: 4,
  })
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`name${n}`, n]))
  expect(Object.keys(readUplink('chirpstack', { object: many }).fields)).toHaveLength(100)
})

test('a name that means something to JavaScript is a name like any other', () => {
  const object = JSON.parse('{"__proto__": 1, "constructor": 2}') as object
  const { fields } = readUplink('chirpstack', { object, data: 'AA==' })
  expect(Object.entries(fields)).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ])
})

test('a content without values is not decoded, and a message without a content is empty', () => {
  expect(readUplink('chirpstack', chirpstackUp(EUI, TIME, undefined))).toMatchObject({
    isUndecoded: true,
    isEmpty: false,
  })
  expect(readUplink('chirpstack', chirpstackUp(EUI, TIME, {}))).toMatchObject({ isUndecoded: true })
  expect(readUplink('things_stack', thingsStackUplink(EUI, TIME, undefined))).toMatchObject({ isUndecoded: true })
  const { data: _, ...empty } = chirpstackUp(EUI, TIME, undefined)
  expect(readUplink('chirpstack', empty)).toMatchObject({ isUndecoded: false, isEmpty: true })
})

test.each([
  ['an uplink', 'up', chirpstackUp(EUI, TIME, {}), true],
  ['an event without a type', undefined, chirpstackUp(EUI, TIME, {}), true],
  ['a status with a battery', 'status', chirpstackStatus(EUI, { batteryLevel: 88.3 }), true],
  ['a status on mains', 'status', chirpstackStatus(EUI, { externalPowerSource: true, batteryLevel: 0 }), false],
  ['a status without a battery', 'status', chirpstackStatus(EUI, { batteryLevelUnavailable: true }), false],
  ['a join', 'join', chirpstackJoin(EUI), false],
  ['an event of another integration', 'integration', { ...chirpstackJoin(EUI), object: { temp: 1 } }, false],
])('of ChirpStack, %s (type %s) is read only if it holds values', (_, type, event, isRead) => {
  expect(hasUplink('chirpstack', type, event)).toBe(isRead)
})

test('a join and a simulated uplink of The Things Stack are not read', () => {
  expect(hasUplink('things_stack', undefined, thingsStackUplink(EUI, TIME, {}))).toBe(true)
  expect(hasUplink('things_stack', undefined, thingsStackJoin(EUI))).toBe(false)
  expect(hasUplink('things_stack', undefined, { ...thingsStackUplink(EUI, TIME, {}), simulated: true })).toBe(false)
})
