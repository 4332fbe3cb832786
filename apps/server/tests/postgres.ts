import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/core/database/database.ts'
import { startEmbeddedCluster } from '../src/core/database/embedded-cluster.ts'
import { createLogger } from '../src/core/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL of this run; every file takes a schema of its own on it. */
    databaseUrl: string
  }
}

/** One cluster in a temporary folder for a whole project of tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-test-'))
  // Run as root, PostgreSQL belongs to another account, which has to reach its folder.
  await chmod(folder, 0o755)
  const cluster = await startEmbeddedCluster({
    directory: join(folder, 'postgres'),
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  const database = openDatabase({ url: cluster.url, log: createLogger('silent'), poolSize: 1 })
  // In `public`, where every file's schema finds it.
  await database.query('create extension if not exists pg_trgm schema public')
  await database.close()
  project.provide('databaseUrl', cluster.url)
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
