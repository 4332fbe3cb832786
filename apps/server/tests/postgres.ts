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
    /** One for each worker: a transaction of one file holds back what the followers of logs in another may see. */
    databaseUrls: string[]
  }
}

/** What every test's database is a copy of: the product's tables in a schema, without a row of people's. */
export const TEMPLATE = { name: 'template_dalyan', schema: 'product' }

/** A PostgreSQL in a temporary folder, which the products of a project share; for the API's tests one for each worker, with the template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-test-'))
  // Run as root, PostgreSQL belongs to another account, which has to reach its folder.
  await chmod(folder, 0o755)
  const isApi = project.name === 'api'
  const clusters = await Promise.all(
    Array.from({ length: isApi ? project.config.maxWorkers : 1 }, (_, i) =>
      startCluster(join(folder, `postgres-${i}`)),
    ),
  )
  const urls = clusters.map(({ ownerUrl }) => ownerUrl)
  // A night of the product runs by a clock that the test moves: on a database of its own, like the API's tests.
  if (isApi || project.name === 'e2e') await Promise.all(urls.map(makeTemplate))
  project.provide('databaseUrl', urls[0] ?? '')
  project.provide('databaseUrls', urls)
  return async () => {
    await Promise.all(clusters.map((cluster) => cluster.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

function startCluster(directory: string) {
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '128MB' }
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
