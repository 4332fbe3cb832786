import type { Alarm } from '@dalyan/contracts/alarms'
import { expect, test } from 'vitest'
import { anAlarm } from './tank-fixture.ts'
import { worstFirst } from './worst-alarm.ts'

const order = (...alarms: Alarm[]) => worstFirst(alarms).map((alarm) => alarm.id)

test('an active alarm stands before one that returned, however bad that was', () => {
  expect(order(anAlarm({ id: 1, severity: 'critical', state: 'rtn_unack' }), anAlarm({ id: 2, severity: 'info' }))).toEqual([2, 1])
})

test('then the worse, then the unacknowledged, then the newer', () => {
  const later = '2026-07-09T11:00:00.000Z'
  expect(
    order(
      anAlarm({ id: 1, severity: 'warning', state: 'active_ack' }),
      anAlarm({ id: 2, severity: 'warning' }),
      anAlarm({ id: 3, severity: 'warning', raised_at: later }),
      anAlarm({ id: 4, severity: 'critical', state: 'active_ack' }),
    ),
  ).toEqual([4, 3, 2, 1])
})
