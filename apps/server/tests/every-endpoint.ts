import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@dalyan/contracts/endpoint'

const CONTRACTS = join(import.meta.dirname, '../../../packages/contracts/src')

/** Every endpoint that the contract names, by table and line: `tanksApi.list`. */
export async function everyEndpoint(): Promise<Map<string, Endpoint>> {
  const files = globSync('*.ts', { cwd: CONTRACTS }).filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map(async (file) => (await import(join(CONTRACTS, file))) as Record<string, object>),
  )
  const tables = modules.flatMap((found) => Object.entries(found)).filter(([name]) => name.endsWith('Api'))
  return new Map(
    tables.flatMap(([table, lines]) =>
      Object.entries(lines).map(([line, endpoint]): [string, Endpoint] => [`${table}.${line}`, endpoint as Endpoint]),
    ),
  )
}
