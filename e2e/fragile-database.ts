import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedCluster } from '../apps/server/src/core/database/embedded-cluster.ts'
import { createLogger } from '../apps/server/src/core/log.ts'

/** A PostgreSQL of this test alone, that can be taken away and given back on its port. */
export interface FragileDatabase {
  url: string
  /** Immediate shutdown: nothing is written back, as in a crash. */
  takeAway(): Promise<void>
  giveBack(): Promise<void>
  discard(): Promise<void>
}

export async function startFragileDatabase(): Promise<FragileDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-fragile-'))
  // Run as root, PostgreSQL belongs to another account, which has to reach its folder.
  await chmod(folder, 0o755)
  const directory = join(folder, 'postgres')
  const cluster = await startEmbeddedCluster({ directory, settings: { fsync: 'off' } })
  let watch: { stop(): Promise<void> } | null = null
  return {
    url: cluster.url,
    async takeAway() {
      await watch?.stop()
      await signalPostmaster(directory, 'SIGQUIT')
    },
    giveBack() {
      watch = cluster.watch(createLogger('silent'))
      return Promise.resolve()
    },
    async discard() {
      await watch?.stop()
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @param directory the data folder of a PostgreSQL */
export async function signalPostmaster(directory: string, signal: NodeJS.Signals): Promise<void> {
  const [pid] = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), signal)
}
