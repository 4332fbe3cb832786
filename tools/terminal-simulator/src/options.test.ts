import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('the default is MQTT with QoS 1 and one reading in flight', () => {
  expect(readOptions(['--terminal', 'TANK-1:a:b'])).toMatchObject({
    terminals: [{ code: 'TANK-1', key: 'a:b' }],
    mqtt: 'mqtt://127.0.0.1:1883',
    http: null,
    qos: 1,
    inFlight: 1,
    rate: null,
  })
})

test('help needs no other argument', () => {
  expect(readOptions(['--help'])).toBeNull()
})

test.each([
  [[], /name a terminal/],
  [['--terminal', 'TANK-1'], /CODE:KEY/],
  [['--terminal', 'A:b', '--rate', 'fast'], /--rate is a number/],
  [['--terminal', 'A:b', '--qos', '2'], /--qos is 0 or 1/],
  [['--terminal', 'A:b', '--load'], /--load needs/],
  [['--terminal', 'A:b', '--recorded-time'], /needs --csv/],
  [['--terminal', 'A:b', '--speed', '9'], /--speed/],
  [['--keys-file', '/nowhere/keys'], /cannot be read/],
])('a wrong command line is refused with the reason: %j', (args, message) => {
  expect(() => readOptions(args)).toThrow(message)
})
