import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/test-database.ts'
import { createLogger } from '../log.ts'
import { APPLICATION_ROLE } from './application-role.ts'
import { openDatabase } from './database.ts'
import { startEmbeddedCluster } from './embedded-cluster.ts'
import { migrate, prepareDatabase } from './prepare-database.ts'

const log = createLogger('silent')

describe('the database role of the server', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  const ask = (statement: string) => database.asApplication.query(statement)

  test('is no superuser and may create neither roles nor databases', async () => {
    const { rows } = await ask(
      `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user`,
    )
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }])
  })

  test.each([
    'create table a (b int)',
    'create schema a',
    'create function a() returns int language sql as $$select 1$$',
    'alter table users add b int',
    'alter table audit_logs disable trigger user',
    'drop table users',
    'truncate users',
    'create extension citext',
    `copy users to '/tmp/users'`,
    `copy users to program 'cat'`,
    `select pg_read_file('/etc/passwd')`,
    'set role dalyan',
    `alter role ${APPLICATION_ROLE} superuser`,
    'update audit_logs set event = event',
    'delete from audit_logs',
    'update journal_entries set amount = 1',
    'delete from journal_entries',
    `insert into kysely_migration (name, timestamp) values ('a', 'b')`,
  ])('may not: %s', async (statement) => {
    // SQLSTATE 42501: insufficient privilege.
    await expect(ask(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('may read and insert rows of every table, and update and delete them except where its rights are restricted', async () => {
    const { rows } = await ask(`
      select c.relname as name, has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert') as adds,
        has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete') as changes
      from pg_class c where c.relnamespace = 'product'::regnamespace and c.relkind in ('r', 'p')`)
    const named = (lacks: 'adds' | 'changes') =>
      rows
        .filter((row) => row[lacks] === false)
        .map(({ name }) => String(name))
        .toSorted()
    expect(rows.length).toBeGreaterThan(30)
    expect(named('adds')).toEqual(['kysely_migration', 'kysely_migration_lock'])
    expect(named('changes')).toEqual([
      'audit_days',
      'audit_logs',
      'calibrations',
      'handover_notes',
      'journal_entries',
      'kysely_migration',
      'kysely_migration_lock',
      'monthly_reports',
      'range_template_versions',
      'report_months',
    ])
  })

  test('may use every sequence', async () => {
    const { rows } = await ask(`select sequencename from pg_sequences
      where schemaname = 'product' and not has_sequence_privilege(format('product.%I', sequencename), 'usage')`)
    expect(rows).toEqual([])
  })

  test('can have the partitions of a month created, only for full months, and may use them', async () => {
    await ask(`select ensure_month('1997-02-01')`)
    await ask(`select ensure_month('1997-02-01')`)
    await ask(`insert into measurements (measured_at, received_at, terminal_id) values
      ('1997-02-01T00:00Z', now(), 1), ('1997-02-28T23:59:59Z', now(), 1)`)
    expect((await ask('select from measurements_1997_02')).rowCount).toBe(2)
    await expect(ask(`select ensure_month('1997-02-03')`)).rejects.toThrow('first day')
  })
})

test('an existing data folder with a single role is upgraded by the next start and keeps its rows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-role-'))
  await chmod(folder, 0o755)
  const start = () => startEmbeddedCluster({ directory: join(folder, 'postgres'), settings: { fsync: 'off' } })
  // As the previous version left it: the owner owns everything, and there is no other role.
  const before = await start()
  const owner = openDatabase({ url: before.ownerUrl, log })
  await migrate(owner.db as never)
  await owner.query(`insert into firms (name, code) values ('Eski', 'ESKI')`)
  await owner.query(`drop role ${APPLICATION_ROLE}`)
  await owner.close()
  await before.stop()

  const cluster = await start()
  // Every start sets the role up; the second one must change nothing.
  for (let turn = 0; turn < 2; turn += 1)
    await prepareDatabase({ address: { url: cluster.ownerUrl }, log, hasApplicationRole: true })
  const application = openDatabase({ url: cluster.url, log })
  expect((await application.query(`update firms set name = 'Yeni' where code = 'ESKI' returning name`)).rows).toEqual([
    { name: 'Yeni' },
  ])
  await application.query(`insert into firms (name, code) values ('Daha', 'DAHA')`)
  for (const statement of ['drop table firms', 'create table a (b int)', 'create temporary table a (b int)'])
    await expect(application.query(statement)).rejects.toMatchObject({ code: '42501' })
  await application.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
})
