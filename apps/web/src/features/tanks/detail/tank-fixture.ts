import type { Alarm } from '@dalyan/contracts/alarms'
import { perMetric } from '@dalyan/contracts/metrics'
import type { LastMeasurement, Tank } from '@dalyan/contracts/tanks'

/** The moment at which the fixture's newest values were measured. */
export const MEASURED_AT = '2026-07-09T11:30:00.000Z'

const range = (min: number | null, max: number | null) => ({ min, max, severity: 'warning' as const })

const values = {
  tank_temperature: 18.7,
  ambient_temperature: 25.2,
  cabinet_temperature: 32.4,
  ambient_humidity: 64,
  cabinet_humidity: 42,
  ph: 8.59,
  salinity: 36.3,
  orp: 263,
  conductivity: 53.9,
}

export const lastMeasurement: LastMeasurement = {
  measured_at: MEASURED_AT,
  ...perMetric((key) => ({ value: values[key], measured_at: MEASURED_AT, iot_id: 214 })),
}

/** A tank as the server tells it, for tests. */
export function aTank(changes: Partial<Tank> = {}): Tank {
  return {
    id: 14,
    code: 'TNK-014',
    name: 'Levrek larva 2',
    firm: { id: 1, code: 'EGE', name: 'Ege Mavi Su Ürünleri' },
    status: 'active',
    location: null,
    province: 'İzmir',
    district: 'Urla',
    address: null,
    notes: null,
    suspended_until: null,
    range_template: {
      id: 3,
      name: 'Levrek larva',
      active: true,
      ranges: {
        tank_temperature: range(16, 22),
        ph: { ...range(7.5, 8.3), critical_max: 8.8 },
        salinity: range(34, 38),
        orp: range(-50, 350),
        conductivity: range(48, 57),
        ambient_temperature: range(15, 30),
        ambient_humidity: range(30, 80),
        cabinet_temperature: range(5, 45),
        cabinet_humidity: range(null, 70),
      },
    },
    iots: [
      { id: 214, code: 'T-0214', status: 'active', connection: 'online', last_seen_at: MEASURED_AT, stale_after_seconds: 150 },
    ],
    last_measurement: lastMeasurement,
    open_alarms: [],
    last_modified_by: null,
    last_action_at: null,
    created_at: MEASURED_AT,
    updated_at: MEASURED_AT,
    ...changes,
  }
}

/** The alarm of the fixture's pH, for tests. */
export function anAlarm(changes: Partial<Alarm> = {}): Alarm {
  return {
    id: 7,
    tank: { id: 14, code: 'TNK-014', name: 'Levrek larva 2' },
    iot: { id: 214, code: 'T-0214' },
    kind: 'high',
    metric: 'ph',
    severity: 'critical',
    value: 8.59,
    peak: 8.61,
    limit: 8.3,
    out_since: '2026-07-09T10:51:00.000Z',
    raised_at: '2026-07-09T10:52:00.000Z',
    last_at: MEASURED_AT,
    cleared_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    note: null,
    shelved_until: null,
    shelve_reason: null,
    closed_at: null,
    occurrences: 1,
    chattering: false,
    state: 'active_unack',
    ...changes,
  }
}
