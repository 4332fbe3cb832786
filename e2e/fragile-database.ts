import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedCluster } from '../apps/server/src/core/database/embedded-cluster.ts'
import { createLogger } from '../apps/server/src/core/log.ts'

/** A PostgreSQL for this test alone that can be stopped and started again on its port. */
export interface FragileDatabase {
  url: string
  /** Immediate shutdown: nothing is written back, as in a crash. */
  takeAway(): Promise<void>
  giveBack(): Promise<void>
  /** Stops its processes without ending them, as when a disk hangs; `thaw` continues them. */
  freeze(): Promise<{ thaw(): void }>
  discard(): Promise<void>
}

export async function startFragileDatabase(): Promise<FragileDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-fragile-'))
  // Run as root, PostgreSQL belongs to another account, which has to reach its folder.
  await chmod(folder, 0o755)
  const directory = join(folder, 'postgres')
  const cluster = await startEmbeddedCluster({ directory, settings: { fsync: 'off' } })
  let watch: { stop(): Promise<void> } | null = null
  let frozen: number[] = []
  const thaw = () => frozen.splice(0).forEach((pid) => process.kill(pid, 'SIGCONT'))
  return {
    url: cluster.ownerUrl,
    async takeAway() {
      await watch?.stop()
      await signalPostmaster(directory, 'SIGQUIT')
    },
    giveBack() {
      watch = cluster.watch(createLogger('silent'))
      return Promise.resolve()
    },
    async freeze() {
      frozen = await processesOf(cluster.ownerUrl, directory)
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
      return { thaw }
    },
    async discard() {
      thaw()
      await watch?.stop()
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL's main process and its children. */
async function processesOf(url: string, directory: string): Promise<number[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  await client.end()
  return [await postmasterOf(directory), ...rows.map(({ pid }) => pid)]
}

/** @param directory the data folder of a PostgreSQL @returns the id of its main process; NaN while it starts */
export async function postmasterOf(directory: string): Promise<number> {
  return Number((await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** @param directory the data folder of a PostgreSQL */
export async function signalPostmaster(directory: string, signal: NodeJS.Signals): Promise<void> {
  process.kill(await postmasterOf(directory), signal)
}
