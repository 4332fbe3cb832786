import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/core/database/database.ts'
import { startEmbeddedCluster } from '../src/core/database/embedded-cluster.ts'
import { prepareDatabase } from '../src/core/database/prepare-database.ts'
import { createLogger } from '../src/core/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL of this run, as its owner. */
    databaseUrl: string
    /** One for each worker, because an open transaction of one file would delay the log followers in another. */
    databaseUrls: string[]
    /** The coordinator of a Citus cluster on which the tests run; null: they run on the PostgreSQL above. */
    citusUrl: string | null
  }
}

/** The database that every test copies: the product's tables in a schema, without users' records. */
export const TEMPLATE = { name: 'template_dalyan', schema: 'product' }

/** Starts a PostgreSQL in a temporary folder, shared by the products of a project; for API tests one for each worker, with the template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('citusUrl', project.name === 'citus' ? (process.env['CITUS_URL'] ?? null) : null)
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-test-'))
  // Under root, PostgreSQL runs under another account, which must be able to enter its folder.
  await chmod(folder, 0o755)
  const isApi = project.name === 'api'
  const clusters = await Promise.all(
    Array.from({ length: isApi ? project.config.maxWorkers : 1 }, (_, i) =>
      startCluster(join(folder, `postgres-${i}`)),
    ),
  )
  const urls = clusters.map(({ ownerUrl }) => ownerUrl)
  // The end-to-end test of a night uses a clock that the test moves, and so its own database like the API tests.
  if (isApi || project.name === 'e2e') await Promise.all(urls.map(makeTemplate))
  project.provide('databaseUrl', urls[0] ?? '')
  project.provide('databaseUrls', urls)
  return async () => {
    await Promise.all(clusters.map((cluster) => cluster.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

function startCluster(directory: string) {
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    shared_buffers: '128MB',
    // Its transactions would delay the log followers, too.
    autovacuum: 'off',
  }
  return startEmbeddedCluster({ directory, settings })
}

async function makeTemplate(url: string): Promise<void> {
  const { name, schema } = TEMPLATE
  const log = createLogger('silent')
  const maintenance = openDatabase({ url, log, poolSize: 1 })
  await maintenance.query(`create database ${name}`)
  await maintenance.close()
  const template = openDatabase({ url: withName(url, name), schema, log, poolSize: 1 })
  await template.query(`create schema ${schema}`)
  await template.close()
  await prepareDatabase({ address: { url: withName(url, name), schema }, log, hasApplicationRole: true })
}

/** The address of another database of the same PostgreSQL. */
export function withName(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
