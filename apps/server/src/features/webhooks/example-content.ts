import type { Alarm } from '@dalyan/contracts/alarms'
import type { WebhookContent } from './webhook-body.rules.ts'

/** Made up, with a name that breaks a template without escaping. */
const ALARM: Alarm = {
  id: 4711,
  tank: { id: 14, code: 'TNK-014', name: 'Havuz "3"' },
  iot: { id: 21, code: 'T-0214' },
  kind: 'high',
  metric: 'ph',
  severity: 'critical',
  value: 9.12,
  peak: 9.12,
  occurrence_peak: 9.12,
  limit: 8.5,
  out_since: '2026-07-10T08:58:00.000Z',
  raised_at: '2026-07-10T08:59:00.000Z',
  last_at: '2026-07-10T08:59:00.000Z',
  cleared_at: null,
  latest: null,
  acknowledged_at: null,
  acknowledged_by: null,
  note: null,
  shelved_until: null,
  shelve_reason: null,
  closed_at: null,
  occurrences: 1,
  chattering: false,
  state: 'active_unack',
}

/** The content of previews. */
export const EXAMPLE: WebhookContent = {
  id: '4711-raised-1783674000000-0',
  event: 'alarm.raised',
  text: 'Kritik: TNK-014 Havuz "3", pH yüksek: 9,12',
  alarm: ALARM,
  alarms: [ALARM],
}
