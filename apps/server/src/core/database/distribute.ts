import type { Logger } from '../log.ts'
import { StartError } from '../start-error.ts'
import { connectionName, nameOfProgram } from './connection-names.ts'
import { openDatabase, type Connection, type DatabaseAddress } from './database.ts'

/**
 * The tables that grow with every reading, each spread over the nodes of a Citus cluster by `terminal_id`: all rows of a terminal are on one
 * node. All others stay on the coordinator, which joins them with these.
 */
const DISTRIBUTED = [
  'measurements',
  'rollup_15m',
  'rollup_6h',
  'rollup_day',
  'counts_day',
  'counts_month',
  'rollup_dirty',
] as const

/** Whether the readings of this database are distributed. */
export async function findsDistribution(address: DatabaseAddress, log: Logger): Promise<boolean> {
  const database = openDatabase({ ...address, log, poolSize: 1, purpose: 'start' })
  try {
    const { rows } = await database.query<{ isThere: boolean }>(
      `select to_regclass('pg_dist_partition') is not null and to_regclass($1) is not null as "isThere"`,
      [DISTRIBUTED[0]],
    )
    return rows[0]?.isThere === true && !(await leftTables(database)).includes(DISTRIBUTED[0])
  } finally {
    await database.close()
  }
}

/** The tables that are not distributed yet, and the number of nodes that hold rows. @throws StartError when this is no Citus cluster */
export async function planDistribution({ query }: Connection): Promise<{ tables: string[]; nodes: number }> {
  const extension = await query(`select from pg_extension where extname = 'citus'`)
  if (extension.rows.length === 0)
    throw new StartError(
      'The PostgreSQL of DATABASE_URL has no extension citus in this database: create extension citus.',
    )
  const { rows } = await query<{ nodes: number }>(
    `select count(*)::int as nodes from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`,
  )
  const nodes = rows[0]?.nodes ?? 0
  if (nodes === 0)
    throw new StartError(`The Citus cluster has no node that holds rows: select citus_add_node('host', 5432) for each.`)
  return { tables: await leftTables({ query }), nodes }
}

async function leftTables({ query }: Pick<Connection, 'query'>): Promise<string[]> {
  const { rows } = await query<{ name: string }>(
    `select name from unnest($1::text[]) with ordinality as t(name, position)
     where not exists (select from pg_dist_partition where logicalrelid = name::regclass) order by position`,
    [[...DISTRIBUTED]],
  )
  return rows.map(({ name }) => name)
}

/** @throws StartError while other processes of Dalyan use the database: they would not notice that it is distributed */
export async function refuseRunning({ query }: Connection): Promise<void> {
  const { rows } = await query<{ name: string }>(
    `select application_name as name from pg_stat_activity where datname = current_database() and application_name like 'dalyan %'
     and application_name not like $1`,
    [`${connectionName('')}%`],
  )
  const others = [...new Set(rows.map(({ name }) => nameOfProgram(name)))]
  if (others.length > 0) throw new StartError(`The database is in use by ${others.join(', ')}: stop it first.`)
}

/** Moves the rows of one table to the nodes. Writers of the table wait meanwhile; the time depends on the number of rows. */
export async function distributeTable({ query }: Connection, table: string): Promise<void> {
  const [first] = DISTRIBUTED
  await query('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
    table,
    'terminal_id',
    table === first ? 'default' : first,
  ])
  await query('select truncate_local_data_after_distributing_table($1::regclass)', [table])
}
