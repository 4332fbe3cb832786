import type { NameRule } from '@dalyan/contracts/diagnosis'
import { expect, test } from 'vitest'
import { keyMapOf, tankAt, tankOfReading, type KnownTerminal } from './terminal-directory.rules.ts'

const MOVES = [
  { tank_id: 1, from: 100, to: 200 },
  { tank_id: 2, from: 300, to: 400 },
  { tank_id: 3, from: 400, to: null },
]

test.each<[at: number, tank: number | null, words: string]>([
  [50, 1, 'the first one reaches back'],
  [100, 1, 'its beginning'],
  [199, 1, 'its end'],
  [200, null, 'taken off'],
  [299, null, 'still off'],
  [300, 2, 'on another tank'],
  [400, 3, 'moved at this very instant'],
  [9_999, 3, 'still there'],
])('at %d the tank is %j: %s', (at, tank) => {
  expect(tankAt(MOVES, at)).toBe(tank)
})

test('a terminal that was never assigned, or was taken off its last tank, has no tank', () => {
  expect(tankAt([], 5)).toBeNull()
  expect(tankAt([{ tank_id: 1, from: 1, to: 2 }], 5)).toBeNull()
})

test('a suspended terminal delivers to no tank', () => {
  const terminal: KnownTerminal = {
    id: 1,
    code: 'T',
    status: 'suspended',
    expected_interval_seconds: null,
    offline_after_seconds: null,
    keys: [],
    device_eui: null,
    former_keys: [],
    key_map: null,
    own_key_map: null,
    key_profile_id: null,
    quality: null,
    assignments: MOVES,
  }
  expect(tankOfReading(terminal, 150)).toBeNull()
  expect(tankOfReading({ ...terminal, status: 'active' }, 150)).toBe(1)
})

test('a name that a terminal maps itself goes before that of its profile', () => {
  const ph = { metric: 'ph' as const, scale: 1, offset: 0 }
  const profile = new Map<string, NameRule>([
    ['temp', { metric: 'tank_temperature', scale: 0.1, offset: 0 }],
    ['acid', ph],
  ])
  expect(keyMapOf({ temp: { metric: null } }, profile)).toEqual(
    new Map(Object.entries({ temp: { metric: null }, acid: ph })),
  )
  expect(keyMapOf(null, profile)).toBe(profile)
  expect(keyMapOf(null, undefined)).toBeNull()
})
