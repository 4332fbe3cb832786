import type { Generated, ColumnType } from 'kysely'
import type { LogoType } from '@dalyan/contracts/branding'
import type { Instant } from '@dalyan/contracts/instant'
import type { LogStatus, Processor } from '@dalyan/contracts/logs'
import type { RoleName } from '@dalyan/contracts/permissions'
import type { Severity } from '@dalyan/contracts/range-templates'
import type { TankStatus } from '@dalyan/contracts/tanks'
import type { TerminalStatus } from '@dalyan/contracts/terminals'
import type { AlarmTables } from './schema-alarms.ts'
import type { Stamped } from './schema-columns.ts'
import type { MeasurementTables } from './schema-measurements.ts'
import type { NotificationTables } from './schema-notifications.ts'
import type { OrderTables } from './schema-orders.ts'

type Json<T> = ColumnType<T, string, string>

interface Versioned {
  version: Generated<number>
  created_at: Stamped
  updated_at: Stamped
}

interface LogTable {
  id: Generated<number>
  xid: Generated<string>
  created_at: Stamped
  status: LogStatus
  event: string
  processor: Json<Processor>
  meta: ColumnType<Record<string, unknown> | null, string | null | undefined, never>
}

/** Every table, column by column, as the driver returns them: times as wire texts, int8 and real as numbers. */
export interface Schema extends AlarmTables, MeasurementTables, NotificationTables, OrderTables {
  branding: {
    id: Generated<boolean>
    name: string | null
    primary_color: string | null
    secondary_color: string | null
    accent_color: string | null
    email: string | null
    phone: string | null
    website: string | null
    logo: Buffer | null
    logo_type: LogoType | null
    logo_hash: string | null
  }
  firms: Versioned & {
    id: Generated<number>
    code: string
    name: string
    type: Generated<'grower' | 'distributor' | 'restaurant'>
    status: Generated<'active' | 'inactive' | 'deleted'>
    notes: string | null
    phone: string | null
    city: string | null
    province: string | null
    district: string | null
    neighborhood: string | null
    country: string | null
    postal_code: string | null
    parent_id: number | null
    edited_by: number | null
  }
  users: Versioned & {
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
  settings: { key: string; value: Json<unknown>; updated_at: Stamped }
  range_templates: Versioned & {
    id: Generated<number>
    name: string
    active: Generated<boolean>
    delay_seconds: Generated<number>
    lo: (number | null)[]
    hi: (number | null)[]
    critical_lo: (number | null)[]
    critical_hi: (number | null)[]
    severity: Severity[]
    edited_by: number | null
    deleted_at: Instant | null
  }
  tanks: Versioned & {
    id: Generated<number>
    code: string
    name: string
    firm_id: number | null
    status: Generated<TankStatus>
    suspended_until: Instant | null
    location: string | null
    province: string | null
    district: string | null
    address: string | null
    notes: string | null
    range_template_id: number | null
    last_modified_by: number | null
    last_action_at: Instant | null
  }
  terminals: Versioned & {
    id: Generated<number>
    code: string
    kind: Generated<'device' | 'manual'>
    status: TerminalStatus
    suspended_until: Instant | null
    ip_address: string | null
    expected_interval_seconds: number | null
    offline_after_seconds: number | null
    first_try_at: Instant | null
    last_try_at: Instant | null
    last_modified_by: number | null
  }
  terminal_keys: { terminal_id: number; hash: Buffer; created_at: Stamped; expires_at: Instant | null }
  terminal_assignments: { terminal_id: number; tank_id: number; from_at: Instant; to_at: Instant | null }
  terminal_presence: {
    terminal_id: number
    gap_seconds: Generated<number[]>
    usual_interval_seconds: number | null
    refused_count: Generated<number>
    unknown_keys: ColumnType<Record<string, unknown>, string | undefined, string>
  }
  terminal_logs: LogTable & { terminal_id: number }
  tank_logs: LogTable & { tank_id: number }
  /** Append-only. */
  audit_logs: {
    id: Generated<number>
    xid: Generated<string>
    created_at: Stamped
    status: LogStatus
    event: string
    user_id: number | null
    processor: Json<Processor>
    target_kind: string | null
    target_id: number | null
    target_name: string | null
    address: string | null
    browser: string | null
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
}
