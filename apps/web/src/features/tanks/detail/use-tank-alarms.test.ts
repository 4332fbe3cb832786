import type { Alarm } from '@dalyan/contracts/alarms'
import { expect, test } from 'vitest'
import { given } from '../../../../tests/given.ts'
import { worstFirst } from './use-tank-alarms.ts'

const order = (...alarms: Alarm[]) => worstFirst(alarms).map((alarm) => alarm.id)

test('an active alarm comes before a returned one, whatever their severities', () => {
  expect(
    order(given.alarm({ id: 1, severity: 'critical', state: 'rtn_unack' }), given.alarm({ id: 2, severity: 'info' })),
  ).toEqual([2, 1])
})

test('alarms of one state are sorted by acknowledgement, severity and time', () => {
  const later = new Date(Date.now() - 60_000).toISOString()
  expect(
    order(
      given.alarm({ id: 1, severity: 'warning', state: 'active_ack' }),
      given.alarm({ id: 2, severity: 'warning' }),
      given.alarm({ id: 3, severity: 'warning', raised_at: later }),
      given.alarm({ id: 4, severity: 'critical', state: 'active_ack' }),
    ),
  ).toEqual([3, 2, 4, 1])
})
