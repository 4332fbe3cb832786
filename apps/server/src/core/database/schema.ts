import type { Generated, ColumnType } from 'kysely'
import type { FirmStatus, FirmType } from '@dalyan/contracts/firms'
import type { DeviceHealth } from '@dalyan/contracts/device-health'
import type { Language } from '@dalyan/contracts/errors'
import type { HealthNumber } from '@dalyan/contracts/health-words'
import type { ForewarnedMetric, PredictedCourse } from '@dalyan/contracts/forewarnings'
import type { IntegrationFault, IntegrationKind } from '@dalyan/contracts/integrations'
import type { KeyMap } from '@dalyan/contracts/diagnosis'
import type { QualityRules } from '@dalyan/contracts/quality-rules'
import type { HandoverItem, ShiftFigures } from '@dalyan/contracts/handovers'
import type { Instant } from '@dalyan/contracts/instant'
import type { CalibrationPoint, CalibrationVerdict } from '@dalyan/contracts/calibration-rules'
import type { JournalKind } from '@dalyan/contracts/journal-words'
import type { LogStatus } from '@dalyan/contracts/log-words'
import type { Processor } from '@dalyan/contracts/logs'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Side } from '@dalyan/contracts/out-of-range'
import type { OrderStatus } from '@dalyan/contracts/orders'
import type { RoleName } from '@dalyan/contracts/permissions'
import type { PictureType } from '@dalyan/contracts/pictures'
import type { Severity } from '@dalyan/contracts/alarm-words'
import type { TankModeName } from '@dalyan/contracts/tank-modes'
import type { TankStatus } from '@dalyan/contracts/tanks'
import type { TerminalStatus } from '@dalyan/contracts/terminals'
import type { AlarmTables } from './schema-alarms.ts'
import type { OptionalInstants, OptionalTexts, Stamped, VersionColumns } from './schema-columns.ts'
import type { MeasurementTables } from './schema-measurements.ts'
import type { NotificationTables } from './schema-notifications.ts'

type JsonColumn<T> = ColumnType<T, string, string>

/** One element per metric in the order of the registry; null or missing: no limit. */
type LimitArrays = Record<'lo' | 'hi' | 'critical_lo' | 'critical_hi', (number | null)[]>

interface LogColumns {
  id: Generated<number>
  xid: Generated<string>
  created_at: Stamped
  status: LogStatus
  event: string
  processor: JsonColumn<Processor>
  meta: ColumnType<Record<string, unknown> | null, string | null | undefined, never>
}

/** Every table, column by column, as the driver returns them: times as wire texts, int8 and real as numbers. */
export interface Schema extends AlarmTables, MeasurementTables, NotificationTables {
  branding: OptionalTexts<
    'name' | 'primary_color' | 'secondary_color' | 'accent_color' | 'email' | 'phone' | 'website' | 'logo_hash'
  > & { id: Generated<boolean>; logo: Buffer | null; logo_type: PictureType | null }
  handovers: {
    id: Generated<number>
    firm_id: number | null
    from_at: Instant
    to_at: Instant
    figures: JsonColumn<ShiftFigures>
    items: ColumnType<HandoverItem[], string | undefined, never>
    note: string
    by_user: number
    to_user: number
    moves_on_call: boolean
    created_at: Instant
    taken_at: ColumnType<Instant | null, Instant | undefined, Instant>
    /** When both users were reminded that nobody has taken the shift over. */
    reminded_at: ColumnType<Instant | null, Instant | undefined, Instant>
  }
  /** Append-only. */
  handover_notes: {
    id: Generated<number>
    handover_id: number
    note: string
    created_by: number
    created_at: Instant
  }
  firms: VersionColumns &
    OptionalTexts<'notes' | 'phone' | 'city' | 'province' | 'district' | 'neighborhood' | 'country' | 'postal_code'> & {
      id: Generated<number>
      code: string
      name: string
      type: Generated<FirmType>
      status: Generated<FirmStatus>
      parent_id: number | null
      edited_by: number | null
    }
  users: VersionColumns & {
    id: Generated<number>
    name: string
    email: string
    password_hash: string
    firm_id: number | null
    preferred_theme: string | null
    locale: Generated<string>
    password_temporary: Generated<boolean>
    email_confirmed_at: Instant | null
    /** The user registered with this address, and no administrator has written it. */
    email_self_declared: Generated<boolean>
    /** Confirmed by the user, or written by an administrator. */
    email_trusted: ColumnType<boolean, never, never>
    deleted_at: Instant | null
  }
  /** Requested emails about accounts. */
  account_emails: {
    id: Generated<number>
    kind: 'reset' | 'confirm'
    email: string
    language: 'tr' | 'en' | null
    requested_at: Instant
    tries: Generated<number>
    next_try_at: Instant | null
  }
  /** Links sent by email. */
  mailed_links: { user_id: number; kind: 'reset' | 'confirm'; hash: Buffer; seal: Buffer; expires_at: Instant }
  display_links: {
    id: Generated<number>
    name: string
    firm_id: number | null
    tank_id: number | null
    expires_at: Instant | null
    hash: Buffer
    created_at: Stamped
    last_used_at: Instant | null
  }
  integrations: OptionalInstants<'last_success_at' | 'last_failure_at'> & {
    id: Generated<number>
    kind: IntegrationKind
    name: string
    language: Language
    firm_id: number | null
    hash: Buffer
    created_at: Stamped
    last_fault: IntegrationFault | null
    last_fault_eui: string | null
  }
  plans: {
    id: Generated<number>
    /** Null: tanks that belong to no firm. */
    firm_id: number | null
    picture: Buffer | null
    picture_type: PictureType | null
    picture_hash: string | null
    width: number | null
    height: number | null
    uploaded_by: number | null
    uploaded_at: Instant | null
    version: Generated<number>
  }
  plan_positions: { tank_id: number; plan_id: number; x: number; y: number }
  user_roles: { user_id: number; role: RoleName }
  tokens: {
    id: Generated<number>
    user_id: number
    hash: Buffer
    address: string | null
    agent: string | null
    created_at: Stamped
    last_used_at: Stamped
  }
  attempts: { key: string; at: Stamped }
  known_browsers: { user_id: number; hash: Buffer; used_at: Stamped }
  passkeys: {
    id: Generated<number>
    user_id: number
    credential_id: Buffer
    public_key: Buffer
    counter: number
    transports: string[]
    browser: string | null
    created_at: Stamped
    last_used_at: Instant | null
  }
  passkey_challenges: { hash: Buffer; user_id: number | null; expires_at: Instant }
  settings: { key: string; value: JsonColumn<unknown>; updated_at: Stamped }
  range_templates: VersionColumns &
    LimitArrays & {
      id: Generated<number>
      name: string
      active: Generated<boolean>
      delay_seconds: Generated<number>
      severity: Severity[]
      edited_by: number | null
      deleted_at: Instant | null
    }
  /** Append-only. */
  range_template_versions: LimitArrays & {
    template_id: number
    /** 1: the first one. */
    number: number
    valid_from: Instant
    edited_by: number | null
    name: string
    active: boolean
    delay_seconds: number
    severity: Severity[]
  }
  tanks: VersionColumns &
    OptionalTexts<'location' | 'province' | 'district' | 'address' | 'notes'> &
    OptionalInstants<'suspended_until' | 'last_action_at'> & {
      id: Generated<number>
      code: string
      name: string
      firm_id: number | null
      status: Generated<TankStatus>
      range_template_id: number | null
      last_modified_by: number | null
    }
  forewarnings: {
    tank_id: number
    metric: ForewarnedMetric
    kind: Side
    limit_value: number
    since: Instant
    predicted_at: Instant
    expected_from: Instant
    expected_to: Instant
    trend_per_hour: number
    course: JsonColumn<PredictedCourse>
  }
  /** What forewarnings of a metric would have been worth with these limits; null: that side is open. */
  forewarning_records: {
    tank_id: number
    metric: ForewarnedMetric
    lo: number | null
    hi: number | null
    made: number
    came_true: number
    days: number
    is_practice: boolean
    replayed_at: Instant
  }
  /** The limits of a tank since a time, -infinity in its first row; empty: none. Written by triggers. */
  tank_limits: Pick<LimitArrays, 'lo' | 'hi'> & { tank_id: number; since: Instant }
  tank_modes: {
    id: Generated<number>
    tank_id: number
    name: TankModeName
    metrics: MetricKey[]
    started_at: Instant
    /** The planned end; once it is over, the real one. */
    until: Instant
    is_over: Generated<boolean>
    started_by: number | null
  }
  terminals: VersionColumns &
    OptionalInstants<'suspended_until' | 'first_try_at' | 'last_try_at'> & {
      id: Generated<number>
      code: string
      kind: Generated<'device' | 'manual'>
      status: TerminalStatus
      ip_address: string | null
      device_eui: string | null
      expected_interval_seconds: number | null
      offline_after_seconds: number | null
      last_modified_by: number | null
      /** Null: no name is mapped. */
      key_map: ColumnType<KeyMap | null, string | null | undefined, string | null>
      key_profile_id: number | null
    }
  key_profiles: VersionColumns & {
    id: Generated<number>
    name: string
    map: JsonColumn<KeyMap>
    quality: ColumnType<QualityRules, string | undefined, string>
    edited_by: number | null
  }
  terminal_keys: { terminal_id: number; hash: Buffer; created_at: Stamped; expires_at: Instant | null }
  /** The newest keys that no longer work. */
  terminal_former_keys: { terminal_id: number; hash: Buffer; ended_at: Instant; revoked: boolean }
  /** The last run of each kind of event between a terminal and the server. */
  terminal_link_events: {
    terminal_id: number
    kind: string
    first_at: Instant
    last_at: Instant
    count: number
    detail: ColumnType<Record<string, string>, string, string>
  }
  terminal_assignments: { terminal_id: number; tank_id: number; from_at: Instant; to_at: Instant | null }
  terminal_presence: {
    terminal_id: number
    gap_seconds: Generated<number[]>
    usual_interval_seconds: number | null
    refused_count: Generated<number>
    unknown_keys: ColumnType<Record<string, unknown>, string | undefined, string>
  }
  terminal_health: {
    terminal_id: number
    health: JsonColumn<DeviceHealth>
    gateway: ColumnType<string | null, never, never>
  }
  terminal_health_hours: { terminal_id: number; hour: Instant } & Record<HealthNumber, number | null>
  terminal_logs: LogColumns & { terminal_id: number }
  tank_logs: LogColumns & { tank_id: number }
  /** Append-only. */
  audit_logs: Omit<LogColumns, 'meta'> &
    OptionalTexts<'target_kind' | 'target_name' | 'address' | 'browser'> & {
      user_id: number | null
      target_id: number | null
      before: ColumnType<Record<string, unknown> | null, string | null, never>
      after: ColumnType<Record<string, unknown> | null, string | null, never>
    }
  server_logs: {
    seq: Generated<number>
    xid: Generated<string>
    created_at: Stamped
    level: number
    message: string
    context: ColumnType<Record<string, unknown> | null, string | null, never>
    orphan: Generated<boolean>
  }
  /** Append-only. */
  journal_entries: OptionalTexts<'unit' | 'note' | 'corrects'> & {
    id: string
    tank_id: number
    kind: JournalKind
    at: Instant
    amount: number | null
    withdrawn: Generated<boolean>
    created_by: number | null
    created_at: Instant
  }
  /** Append-only; the id is that of its entry in the journal. */
  calibrations: OptionalTexts<'lot' | 'note'> & {
    id: string
    tank_id: number
    terminal_id: number
    metric: MetricKey
    at: Instant
    points: JsonColumn<CalibrationPoint[]>
    slope: number | null
    offset: number
    verdict: CalibrationVerdict
    due_at: Instant | null
    created_by: number | null
    created_at: Instant
  }
  /** Append-only. */
  monthly_reports: {
    /** The position in the chain, from 1. */
    number: number
    tank_id: number
    month: string
    made_at: Instant
    /** Canonical JSON. */
    content: string
    content_hash: string
    previous_hash: string | null
    hash: string
  }
  /** The months for which every tank has its report. */
  report_months: { month: string; made_at: Instant }
  /** Append-only. */
  audit_days: {
    /** `YYYY-MM-DD`, of UTC. */
    day: string
    entries: number
    content_hash: string
    hash: string
    sealed_at: Instant
  }
  report_mails: {
    id: Generated<number>
    user_id: number
    month: string
    requested_at: Instant
    tries: Generated<number>
    next_try_at: Instant | null
    sent_at: ColumnType<Instant | null, Instant | undefined, Instant | null>
  }
  orders: {
    id: Generated<number>
    code: Generated<string>
    firm_id: number
    status: Generated<OrderStatus>
    note: string | null
    created_by: number | null
    created_at: Stamped
    updated_at: Stamped
    shipped_at: ColumnType<Instant | null, Instant | undefined, Instant | null>
  }
  order_items: {
    order_id: number
    position: number
    product: string
    quantity: number
    unit: string
    tank_id: number | null
  }
  points: {
    id: Generated<number>
    firm_id: number
    points: number
    reason: string
    order_id: number | null
    created_at: Stamped
  }
}
