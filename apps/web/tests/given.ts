import type { Alarm } from '@dalyan/contracts/alarms'
import type { Firm } from '@dalyan/contracts/firms'
import type { Home } from '@dalyan/contracts/home'
import { type MetricKey, perMetric } from '@dalyan/contracts/metrics'
import { ROLE_PERMISSIONS, type RoleName } from '@dalyan/contracts/permissions'
import type { Measurement } from '@dalyan/contracts/measurements'
import type { Page } from '@dalyan/contracts/paging'
import type { RangeTemplate } from '@dalyan/contracts/range-templates'
import type { Tank, TankPage } from '@dalyan/contracts/tanks'
import type { Terminal } from '@dalyan/contracts/terminals'
import type { User } from '@dalyan/contracts/users'

const long = '2026-01-01T00:00:00.000Z'

/** Records in the server's form. */
export const given = {
  user({ role = 'admin', ...rest }: Partial<User> & { role?: RoleName } = {}): User {
    return {
      id: 1,
      name: 'Zeynep Aydın',
      email: 'zeynep@egemavisu.example',
      roles: [{ name: role, permissions: ROLE_PERMISSIONS[role].map((name) => ({ name })) }],
      firm: null,
      preferred_theme: null,
      must_change_password: false,
      email_confirmed_at: null,
      email_trusted: true,
      created_at: long,
      updated_at: long,
      ...rest,
    }
  },
  /** An active tank whose values are a few seconds old and, except `values`, inside their ranges. */
  tank({
    values = {},
    ageSeconds = 5,
    ...rest
  }: Partial<Tank> & { values?: Partial<Record<string, number>>; ageSeconds?: number } = {}): Tank {
    const measured_at = new Date(Date.now() - ageSeconds * 1000).toISOString()
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
        id: 1,
        name: 'Levrek larva',
        active: true,
        ranges: {
          ph: { min: 7.5, max: 8.3, severity: 'critical' },
          salinity: { min: 34, max: 38, severity: 'warning' },
          orp: { min: -50, max: 350, severity: 'warning' },
        },
      },
      iots: [
        {
          id: 214,
          code: 'T-0214',
          status: 'active',
          connection: 'online',
          last_seen_at: measured_at,
          stale_after_seconds: 120,
        },
      ],
      last_measurement: {
        measured_at,
        ...perMetric((key) => ({ value: values[key] ?? NORMAL[key] ?? 20, measured_at, iot_id: 214 })),
      },
      open_alarms: [],
      last_modified_by: null,
      last_action_at: null,
      created_at: long,
      updated_at: long,
      ...rest,
    }
  },
  /** The tank's pH has been too high for a while, and no user has acknowledged it. */
  alarm(rest: Partial<Alarm> = {}): Alarm {
    const out_since = new Date(Date.now() - 38 * 60_000).toISOString()
    return {
      id: 7,
      tank: { id: 14, code: 'TNK-014', name: 'Levrek larva 2' },
      iot: { id: 214, code: 'T-0214' },
      kind: 'high',
      metric: 'ph',
      severity: 'critical',
      value: 8.59,
      peak: 8.61,
      occurrence_peak: 8.61,
      limit: 8.3,
      out_since,
      raised_at: out_since,
      last_at: new Date().toISOString(),
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
      ...rest,
    }
  },
  /** A home page without problems and records, except those given. */
  home({
    alarms,
    tanks,
    ...rest
  }: Partial<Omit<Home, 'alarms' | 'tanks'>> & { [P in 'alarms' | 'tanks']?: Partial<Home[P]> } = {}): Home {
    const total = tanks?.total ?? 0
    return {
      alarms: { open: 0, unacknowledged: 0, shelved: 0, worst: [], ...alarms },
      tanks: {
        total,
        active: total,
        watched: total,
        out_of_range: 0,
        silent_out: 0,
        stale: 0,
        checked_at: new Date().toISOString(),
        ...tanks,
      },
      orders: [],
      points: { balance: 0 },
      ...rest,
    }
  },
  /** A free, connected terminal. */
  terminal(rest: Partial<Terminal> = {}): Terminal {
    return {
      id: 214,
      code: 'T-0214',
      status: 'active',
      tank: null,
      ip_address: '10.0.4.21',
      last_seen_at: new Date().toISOString(),
      connection: 'online',
      refused_count: 0,
      unknown_keys: {},
      expected_interval_seconds: null,
      offline_after_seconds: null,
      suspended_until: null,
      first_try_at: null,
      last_try_at: null,
      key_fingerprint: null,
      created_at: long,
      updated_at: long,
      last_modified_by: null,
      ...rest,
    }
  },
  /** A grower without a parent. */
  firm(rest: Partial<Firm> = {}): Firm {
    return {
      id: 1,
      code: 'EGE',
      name: 'Ege Mavi Su Ürünleri',
      type: 'grower',
      status: 'active',
      notes: null,
      phone: null,
      city: null,
      province: 'İzmir',
      district: 'Urla',
      neighborhood: null,
      country: 'Türkiye',
      postal_code: null,
      parent: null,
      tanks_count: 6,
      edited_by: null,
      created_at: long,
      updated_at: long,
      ...rest,
    }
  },
  template(rest: Partial<RangeTemplate> = {}): RangeTemplate {
    return {
      id: 1,
      name: 'Levrek larva',
      active: true,
      delay_seconds: 60,
      ranges: {
        tank_temperature: { min: 16, max: 22, severity: 'warning' },
        ph: { min: 7.5, max: 8.3, severity: 'critical' },
      },
      tanks_count: 6,
      updated_at: long,
      ...rest,
    }
  },
  /** A reading of the terminal on the tank, a minute old. */
  measurement(rest: Partial<Measurement> = {}): Measurement {
    const measured_at = new Date(Date.now() - 60_000).toISOString()
    return {
      iot_id: 214,
      tank_id: 14,
      measured_at,
      received_at: measured_at,
      clock_skew: false,
      ...perMetric((key) => NORMAL[key] ?? 20),
      ...rest,
    }
  },
  /** The only page of a list. */
  pageOf<T>(data: T[]): Page<T> {
    return { data, total: data.length, current_page: 1, last_page: 1, per_page: 25 }
  },
  page(data: Tank[], rest: Partial<TankPage> = {}): TankPage {
    return {
      data,
      total: data.length,
      current_page: 1,
      last_page: 1,
      per_page: 25,
      counts: { out_of_range: 0, stale: 0 },
      ...rest,
    }
  },
}

const NORMAL: Partial<Record<MetricKey, number>> = { ph: 8, salinity: 36, orp: 200 }
