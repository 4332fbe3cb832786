import { EXAMPLE_ALARM } from '@dalyan/contracts/example-alarm'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { Incident } from '@dalyan/contracts/incidents'
import type { Firm } from '@dalyan/contracts/firms'
import type { Home, Now, NowIncidents } from '@dalyan/contracts/home'
import type { KeyProfile } from '@dalyan/contracts/key-profiles'
import { type MetricKey, perMetric } from '@dalyan/contracts/metrics'
import { ROLE_PERMISSIONS, type RoleName } from '@dalyan/contracts/permissions'
import type { Measurement } from '@dalyan/contracts/measurements'
import type { Page } from '@dalyan/contracts/paging'
import type { RangeTemplate } from '@dalyan/contracts/range-templates'
import type { Rehearsal } from '@dalyan/contracts/rehearsal'
import type { AdminSystemSettings } from '@dalyan/contracts/settings'
import type { JournalEntry } from '@dalyan/contracts/journal'
import type { Tank, TankPage } from '@dalyan/contracts/tanks'
import type { Terminal } from '@dalyan/contracts/terminals'
import type { User } from '@dalyan/contracts/users'
import type { Plan } from '@dalyan/contracts/plan'
import type { Wall, WallTank } from '@dalyan/contracts/wall'

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
  /** Limits tried on six tanks, of which none had an alarm. */
  rehearsal(rest: Partial<Rehearsal> = {}): Rehearsal {
    return {
      from: long,
      to: '2026-01-31T00:00:00.000Z',
      tanks: 6,
      evaluated_tanks: 6,
      next: null,
      alarms: 0,
      alarmed_tanks: 0,
      night_alarms: 0,
      out_of_range_seconds: 0,
      newest: [],
      ...rest,
    }
  },
  /** A tank of the overview without values, normal unless requested otherwise. */
  wallTank(part: Partial<WallTank> = {}): WallTank {
    return {
      id: 14,
      code: 'TNK-014',
      name: 'Levrek larva 2',
      place: null,
      status: 'active',
      state: 'normal',
      since: null,
      acknowledged: false,
      critical: false,
      lead: null,
      values: {},
      spark: null,
      limits: {},
      mode: null,
      forewarning: null,
      last_measured_at: null,
      stale_after_seconds: 60,
      ...part,
    }
  },
  plan(part: Partial<Plan> = {}): Plan {
    const picture = {
      version: 'a1',
      width: 1000,
      height: 700,
      uploaded_at: '2026-07-11T09:00:00.000Z',
      uploaded_by: 'Elif',
    }
    return { firm: { id: 1, code: 'EGE', name: 'Ege Su' }, picture, tanks: [], positions: [], version: 1, ...part }
  },
  /** An overview of these tanks; all of them are watched. */
  wall({ tanks = [], ...part }: Partial<Wall> = {}): Wall {
    const places = [...Map.groupBy(tanks, ({ place }) => place)].map(([name, of]) => ({ name, tanks: of.length }))
    const checked_at = new Date().toISOString()
    const watch = { watched: tanks.length, total: tanks.length, checked_at, interruption: null }
    return { places, tanks, incidents: [], watch, ...part }
  },
  settings(part: Partial<AdminSystemSettings> = {}): AdminSystemSettings {
    return {
      system_name: 'Ege',
      system_title: 'Ege',
      points_per_delivered_order: 10,
      log_retention_iot_days: 90,
      log_retention_tank_days: 3650,
      log_retention_server_days: 30,
      measurement_retention_raw_days: null,
      measurement_retention_15m_days: null,
      measurement_retention_6h_days: null,
      weekly_channel_test: true,
      altitude_metres: 0,
      ...part,
    }
  },
  /** A feeding of 400 g, an hour and a half ago. */
  journalEntry(part: Partial<JournalEntry> = {}): JournalEntry {
    const at = new Date(Date.now() - 90 * 60_000).toISOString()
    return {
      id: crypto.randomUUID(),
      tank: { id: 14, code: 'TNK-014', name: 'Levrek larva 2' },
      kind: 'feeding',
      at,
      amount: 400,
      unit: 'g',
      note: null,
      corrects: null,
      withdrawn: false,
      corrected_by: null,
      created_by: { id: 3, name: 'Elif Demir' },
      created_at: at,
      ...part,
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
          conductivity: null,
        },
      ],
      last_measurement: {
        measured_at,
        ...perMetric((key) => {
          const value = values[key] ?? NORMAL[key] ?? null
          return value === null ? null : { value, measured_at, iot_id: 214 }
        }),
      },
      open_alarms: [],
      mode: null,
      last_modified_by: null,
      last_action_at: null,
      created_at: long,
      updated_at: long,
      ...rest,
    }
  },
  /** An incident of these alarms. */
  incident(alarms: Alarm[], rest: Partial<Incident> = {}): Incident {
    const [first = given.alarm()] = alarms
    const tanks = new Map(alarms.flatMap(({ tank }) => (tank ? [[tank.id, { id: tank.id, code: tank.code }]] : [])))
    return {
      id: first.incident_id,
      cause: null,
      severity: first.severity,
      state: first.state,
      place: null,
      tanks: [...tanks.values()],
      alarms,
      evidence: 'Bu tankta o sırada başka alarm başlamadı.',
      started_at: first.out_since,
      ended_at: first.closed_at,
      ...rest,
    }
  },
  /** The tank's pH has been too high for a while, and no user has acknowledged it. */
  alarm(rest: Partial<Alarm> = {}): Alarm {
    const out_since = new Date(Date.now() - 38 * 60_000).toISOString()
    return {
      ...EXAMPLE_ALARM,
      id: 7,
      tank: { id: 14, code: 'TNK-014', name: 'Levrek larva 2' },
      iot: { id: 214, code: 'T-0214' },
      value: 8.59,
      peak: 8.61,
      occurrence_peak: 8.61,
      limit: 8.3,
      out_since,
      raised_at: out_since,
      last_at: new Date().toISOString(),
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
        interruption: null,
        ...tanks,
      },
      orders: [],
      points: { balance: 0 },
      ...rest,
    }
  },
  /** No open incidents, except those given. */
  nowIncidents(part: Partial<NowIncidents> = {}): NowIncidents {
    const returned = { alarms: 0, tanks: 0, longest_seconds: 0 }
    return {
      active: 0,
      shown: [],
      critical_tanks: 0,
      warning_tanks: 0,
      silent_tanks: 0,
      unmeasured_tanks: 0,
      returned,
      ...part,
    }
  },
  /** What the home page says of the present; the day ends now. */
  now({ tanks = [], quiet = 0, unknown = 0, ...rest }: Partial<Now & Now['day']> = {}): Now {
    const to = new Date()
    const from = new Date(to.getTime() - 24 * 3_600_000).toISOString()
    const day = { from, to: to.toISOString(), tanks, quiet, unknown }
    return { checked_at: day.to, incidents: given.nowIncidents(), day, duty: [], shelved: [], modes: [], ...rest }
  },
  /** A free, connected terminal. */
  keyProfile(rest: Partial<KeyProfile> = {}): KeyProfile {
    return {
      id: 3,
      name: 'Multimetre',
      map: { temp: { metric: 'tank_temperature', scale: 0.1, offset: 0 } },
      quality: { sensors: 'sonde', conductivity: null, limits: {} },
      terminals_count: 2,
      created_at: long,
      updated_at: long,
      last_modified_by: null,
      ...rest,
    }
  },
  terminal(rest: Partial<Terminal> = {}): Terminal {
    return {
      id: 214,
      code: 'T-0214',
      status: 'active',
      tank: null,
      ip_address: '10.0.4.21',
      device_eui: null,
      last_seen_at: new Date().toISOString(),
      connection: 'online',
      refused_count: 0,
      unknown_keys: {},
      expected_interval_seconds: null,
      interval_seconds: null,
      values: {},
      health: null,
      offline_after_seconds: null,
      key_profile: null,
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
      refused: null,
      ...perMetric((key) => NORMAL[key] ?? null),
      ...rest,
    }
  },
  /** A reading with these values alone. @param at when it was taken, epoch milliseconds */
  reading(values: Partial<Measurement> = {}, at = Date.now()): Measurement {
    const measured_at = new Date(at).toISOString()
    return given.measurement({ ...perMetric(() => null), measured_at, received_at: measured_at, ...values })
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
