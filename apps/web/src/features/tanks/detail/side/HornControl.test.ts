import { expect, test } from 'vitest'
import { given } from '../../../../../tests/given.ts'
import { callingAlarms, isHornCalled, SILENCE_MS, silenceFor } from './HornControl.tsx'

const critical = given.alarm({ id: 1 })

test('critical alarms sound the horn until they are acknowledged, also after their value returned', () => {
  const returned = given.alarm({ id: 2, state: 'rtn_unack' })
  const quiet = [
    given.alarm({ id: 3, state: 'active_ack' }),
    given.alarm({ id: 4, state: 'closed' }),
    given.alarm({ id: 5, severity: 'warning' }),
  ]
  expect(callingAlarms([critical, returned, ...quiet]).map(({ id }) => id)).toEqual([1, 2])
  expect(isHornCalled(quiet, null, 0)).toBe(false)
  expect(isHornCalled([returned], null, 0)).toBe(true)
})

test('silence lasts ten minutes, and only for the alarms that were silenced', () => {
  const silence = silenceFor([critical], 1_000)
  expect(isHornCalled([critical], silence, 1_000 + SILENCE_MS - 1)).toBe(false)
  expect(isHornCalled([critical], silence, 1_000 + SILENCE_MS)).toBe(true)
  expect(isHornCalled([critical, given.alarm({ id: 6 })], silence, 2_000)).toBe(true)
})
