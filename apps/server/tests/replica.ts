import { execFileSync } from 'node:child_process'
import { appendFile, chown, mkdtemp, rm, stat, writeFile, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { applicationUrl } from '../src/core/database/application-role.ts'
import { startEmbeddedCluster } from '../src/core/database/embedded-cluster.ts'
import { withName } from './postgres.ts'

export interface Replica {
  /** The address of a database on the replica, by its address on the primary. */
  urlOf(primaryUrl: string): string
  /** Runs a statement on the replica, as the owner. */
  query(statement: string): Promise<unknown>
  /** Stops and continues to apply what the primary sends. */
  pause(): Promise<unknown>
  resume(): Promise<unknown>
  stop(): Promise<void>
}

/** Makes a streaming replica of a running PostgreSQL on this machine. @param ownerUrl of any of its databases, as a superuser */
export async function startReplica(ownerUrl: string): Promise<Replica> {
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-replica-'))
  // Under root, PostgreSQL runs under another account, which must be able to enter its folder.
  await chmod(folder, 0o755)
  const directory = join(folder, 'postgres')
  await copyOf(ownerUrl, directory)
  const cluster = await startEmbeddedCluster({ directory, settings: { max_connections: '200' } })
  const { port } = new URL(cluster.ownerUrl)
  const client = new pg.Client({ connectionString: cluster.ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  const query = (statement: string) => client.query(statement)
  return {
    urlOf: (primaryUrl) =>
      applicationUrl(Object.assign(new URL(ownerUrl), { port, pathname: new URL(primaryUrl).pathname }).href),
    query,
    pause: () => query('select pg_wal_replay_pause()'),
    resume: () => query('select pg_wal_replay_resume()'),
    async stop() {
      await client.end().catch(() => undefined)
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A base backup, made by a copy of the folder, because the embedded PostgreSQL has no `pg_basebackup`. */
async function copyOf(ownerUrl: string, directory: string): Promise<void> {
  const { hostname, port, username, password } = new URL(ownerUrl)
  const client = new pg.Client({ connectionString: withName(ownerUrl, 'postgres') })
  await client.connect()
  const source = String((await client.query<{ data_directory: string }>('show data_directory')).rows[0]?.data_directory)
  await client.query(`select pg_backup_start('replica', fast => true)`)
  // Keeps the owner of the files.
  execFileSync('cp', ['-a', source, directory])
  execFileSync('cp', ['-a', `${source}.password`, `${directory}.password`])
  const stopped = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  await client.end()
  await rm(join(directory, 'postmaster.pid'))
  const { uid, gid } = await stat(directory)
  const primary = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(join(directory, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  for (const [name, text] of [
    ['backup_label', stopped.rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(directory, name), text, { mode: 0o600 })
    await chown(join(directory, name), uid, gid)
  }
}
