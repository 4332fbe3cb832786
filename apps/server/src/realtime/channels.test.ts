import { expect, test } from 'vitest'
import type { SignedIn } from '../core/http/signed-in.ts'
import { maySubscribe, parseChannel, recordBehind, audiencesOf } from './channels.ts'

const customer: SignedIn = {
  id: 7,
  name: 'Ayşe',
  token_id: 1,
  must_change_password: false,
  permissions: new Set(['tanks.view', 'alarms.view']),
  firm_id: 3,
  firms: [3, 4],
}

test.each(['tanks', 'tank.5', 'iot.1', 'alarms', 'iot-logs', 'server-logs', 'dashboard', 'user.7'])(
  '%s is a channel',
  (name) => {
    expect(parseChannel(name)).not.toBeNull()
  },
)

test.each([
  '',
  'tank',
  'tank.0',
  'tank.-1',
  'tank.1e3',
  'tank.99999999999',
  'tanks.5',
  'secret',
  '__proto__',
  'constructor',
  5,
  null,
  {},
  ['tanks'],
  'x'.repeat(1000),
])('%s is no channel', (name) => {
  expect(parseChannel(name)).toBeNull()
})

function listens(name: string): boolean {
  const channel = parseChannel(name)
  return channel !== null && maySubscribe(customer, channel)
}

test('a subscriber needs the permission of the channel', () => {
  expect(['tanks', 'tank.5', 'alarms', 'user.7'].map(listens)).toEqual([true, true, true, true])
  expect(['iot.1', 'iot-logs', 'tank-logs', 'server-logs', 'dashboard', 'user.8'].map(listens)).toEqual(
    Array(6).fill(false),
  )
})

test('messages about a firm reach the audience of that firm only', () => {
  expect(audiencesOf(customer, 'tanks', { kind: 'tanks', id: null })).toEqual(['tanks:firm:3', 'tanks:firm:4'])
  expect(audiencesOf({ ...customer, firms: 'all' }, 'tanks', { kind: 'tanks', id: null })).toEqual(['tanks:all'])
  expect(audiencesOf(customer, 'tank.5', { kind: 'tank', id: 5 })).toEqual(['tank.5'])
  expect(recordBehind({ kind: 'tank', id: 5 })).toEqual({ of: 'tank', id: 5 })
})
