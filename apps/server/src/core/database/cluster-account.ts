import { execFile, spawnSync } from 'node:child_process'
import { chown, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

const execute = promisify(execFile)

/** The account that runs PostgreSQL's programs, which refuse root. */
export interface ClusterAccount {
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
export async function clusterAccount(program: string, parent: string): Promise<ClusterAccount> {
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
  try {
    // A working folder that the account can enter, and none of the machine's language settings.
    await execute(program, args, { ...as, cwd: '/', env: { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' } })
  } catch (error) {
    const { stderr = '', stdout = '', message } = error as { stderr?: string; stdout?: string; message: string }
    throw new Error(stderr.trim() || stdout.trim() || message)
  }
}
