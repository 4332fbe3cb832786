import type { Instant } from '@dalyan/contracts/instant'
import type { ColumnType } from 'kysely'

/** An instant that the database fills in when it is left out. */
export type Stamped = ColumnType<Instant, Instant | undefined, Instant>
