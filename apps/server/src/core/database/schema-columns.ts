import type { Instant } from '@dalyan/contracts/instant'
import type { ColumnType, Generated } from 'kysely'

/** An instant that the database fills in when it is left out. */
export type Stamped = ColumnType<Instant, Instant | undefined, Instant>

/** The columns of records that users edit; each edit raises the version. */
export interface VersionColumns {
  version: Generated<number>
  created_at: Stamped
  updated_at: Stamped
}

/** Columns of these names that hold a text, or nothing. */
export type OptionalTexts<Name extends string> = Record<Name, string | null>
/** Columns of these names that hold an instant, or nothing. */
export type OptionalInstants<Name extends string> = Record<Name, Instant | null>
