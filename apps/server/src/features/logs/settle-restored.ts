import type { Connection } from '../../core/database/database.ts'
import { visibleOrder } from './visible-order.sql.ts'

/** Lets followers continue after a backup was restored into another PostgreSQL. Otherwise it finds no rows, by index. */
export async function settleRestored({ db }: Pick<Connection, 'db'>): Promise<void> {
  await visibleOrder('terminal_logs', 'id', db).settleRestored()
  await visibleOrder('tank_logs', 'id', db).settleRestored()
  await visibleOrder('server_logs', 'seq', db).settleRestored()
  await visibleOrder('audit_logs', 'id', db).settleRestored()
}
