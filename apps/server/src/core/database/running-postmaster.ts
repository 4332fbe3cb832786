import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'

/** For replaying the log after a power cut: 1 GB took 11 s. */
const READY_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 200

/**
 * The port of the PostgreSQL that runs on this data folder; null: none does. Waits for one that is still starting or recovering.
 * @param answers whether a query with this folder's password succeeds on the port
 * @param signal ends the waiting
 * @throws StartError when it runs but never answers.
 */
export async function runningPostmaster(
  directory: string,
  answers: (port: number) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<number | null> {
  for (let waited = 0; waited < READY_WITHIN_MS; waited += LOOK_EVERY_MS) {
    signal?.throwIfAborted()
    const lines = await livingPostmaster(directory)
    if (!lines) return null
    const port = Number(lines[3])
    if (lines[7]?.trim() === 'ready' && (await answers(port))) return port
    await sleep(LOOK_EVERY_MS)
  }
  throw new StartError(`A PostgreSQL runs on ${directory} but does not answer. End it, then start again.`)
}

/** The lines of the `postmaster.pid` of this data folder's PostgreSQL; null when it is not running. */
export async function livingPostmaster(directory: string): Promise<string[] | null> {
  const lines = linesOf(directory)
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return null
  if (isPostgresOf(pid, directory)) return lines
  // The process id now belongs to another program (after a restart of the container or machine), so PostgreSQL would refuse to start.
  await rm(pidFileOf(directory), { force: true })
  return null
}

/** The process id of the PostgreSQL on this data folder; null when none runs. Synchronous, because it is called while a process exits. */
export function postmasterPid(directory: string): number | null {
  const pid = Number(linesOf(directory)[0])
  return pid && isAlive(pid) && isPostgresOf(pid, directory) ? pid : null
}

/** Sends a signal to a postmaster and its child processes; processes that have ended are no error. */
export function signalWithChildren(postmaster: number, signal: NodeJS.Signals): void {
  for (const pid of withChildren(postmaster)) signalProcess(pid, signal)
}

/** A process and its children, which can be listed on Linux only. */
export function withChildren(pid: number): number[] {
  return [pid, ...childrenOf(pid)]
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has just ended.
  }
}

function childrenOf(parent: number): number[] {
  return quietly(() => readdirSync('/proc'), [])
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const stat = quietly(() => readFileSync(`/proc/${name}/stat`, 'utf8'), '')
      // "pid (name) state parent …"; the name may contain any characters.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
    })
    .map(Number)
}

const pidFileOf = (directory: string) => join(directory, 'postmaster.pid')

function linesOf(directory: string): string[] {
  return quietly(() => readFileSync(pidFileOf(directory), 'utf8'), '').split('\n')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** On Linux asks the system; elsewhere takes a running process for PostgreSQL. A zombie process has no command line. */
function isPostgresOf(pid: number, directory: string): boolean {
  const line = quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), null)
  return line === null || line.split('\0').includes(directory)
}

function quietly<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}
