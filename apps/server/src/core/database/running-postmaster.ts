import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'

/** Replaying the log after a power cut: 1 GB took 11 s. */
const READY_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 200

/**
 * The port of the PostgreSQL that runs on this data folder, or null when none does. One that is still starting or recovering is waited for.
 * @param answers whether a query with this folder's password succeeds on the port
 * @throws StartError when it runs but never answers.
 */
export async function runningPostmaster(
  directory: string,
  answers: (port: number) => Promise<boolean>,
): Promise<number | null> {
  for (let waited = 0; waited < READY_WITHIN_MS; waited += LOOK_EVERY_MS) {
    const lines = await livingPostmaster(directory)
    if (!lines) return null
    const port = Number(lines[3])
    if (lines[7]?.trim() === 'ready' && (await answers(port))) return port
    await sleep(LOOK_EVERY_MS)
  }
  throw new StartError(`A PostgreSQL runs on ${directory} but does not answer. End it, then start again.`)
}

/** What the PostgreSQL of this data folder wrote into its `postmaster.pid`, line by line; null when it is not alive. */
export async function livingPostmaster(directory: string): Promise<string[] | null> {
  const file = join(directory, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return null
  if (await isPostgresOf(pid, directory)) return lines
  // The number now belongs to another program (a container that came back, a restart of the machine): PostgreSQL would refuse to start.
  await rm(file, { force: true })
  return null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Where the system tells (Linux), asks it; elsewhere a living process is taken for PostgreSQL. One that is dead but not yet buried has no line. */
async function isPostgresOf(pid: number, directory: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  return line === null || line.split('\0').includes(directory)
}
