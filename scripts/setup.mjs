// Plain JavaScript for any Node >= 20.19; all later steps run under the Node that npm installed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const OLDEST_RUNTIME = 24
// Read before the long work, because the parent may be gone when it is done.
const parent = process.ppid

/** Prints one line and ends the process. */
export function give(up) {
  process.stderr.write(`${up}\n`)
  process.exit(1)
}

/** Installs the packages of the lock file, unless they are installed already. */
export function install() {
  if (isInstalled(readLock('package-lock.json'), readLock('node_modules/.package-lock.json'))) return
  process.stdout.write('Installing the packages of package-lock.json …\n')
  const npm = process.env.npm_execpath
  const args = ['ci', '--ignore-scripts', '--loglevel=error']
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: true })
  if (done.status !== 0) give('The packages could not be installed; npm says why above.')
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return null
  }
}

/**
 * Whether the tree that npm saved (as its last step) matches the lock file. Packages for other machines may be absent.
 * @param {{ packages: Record<string, object> } | null} lock
 * @param {{ packages: Record<string, object> } | null} tree
 */
export function isInstalled(lock, tree) {
  if (!lock || !tree) return false
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true
    const found = tree.packages[path]
    return found ? found.version === wanted.version : Boolean(wanted.optional || wanted.devOptional || wanted.peer)
  })
}

/** The Node for all programs: the pinned one, else this one when it is new enough. */
export function runtime() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const node = join(
    root,
    'node_modules',
    `node-${platform}-${process.arch}`,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (spawnSync(node, ['-v']).status === 0) return node
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_RUNTIME) return process.execPath
  return give(
    `Dalyan needs Node ${OLDEST_RUNTIME} or newer on this machine (${process.platform} ${process.arch}); this is ${process.version}.`,
  )
}

/** Builds the page, unless the last build is newer than all its sources. */
export async function build(node) {
  const built = join(root, 'apps/web/dist/.built')
  const sources = ['apps/web', 'packages/contracts', 'package-lock.json'].map((path) => join(root, path))
  if (!isOutdated(built, sources)) return
  process.stdout.write('Building the page …\n')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const started = new Date()
  const child = spawn(node, [vite, 'build', '--logLevel', 'error'], {
    cwd: join(root, 'apps/web'),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) give('The page could not be built; the lines above say why.')
  writeFileSync(built, `${started.toISOString()}\n`)
}

const NOT_SOURCE = new Set(['node_modules', 'dist', 'tests'])

/** Whether `result` is missing or older than any file of `sources` (folders are read recursively; tests do not count). */
export function isOutdated(result, sources) {
  const made = statSync(result, { throwIfNoEntry: false })
  return !made || sources.some((source) => hasNewer(source, made.mtimeMs))
}

function hasNewer(path, than) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return false
  if (!found.isDirectory()) return found.mtimeMs > than && !/\.test\.tsx?$/.test(path)
  return readdirSync(path).some((name) => !NOT_SOURCE.has(name) && hasNewer(join(path, name), than))
}

/** The JavaScript file behind a command of `node_modules/.bin`. */
export function command(name) {
  return realpathSync(join(root, 'node_modules/.bin', name))
}

/** The environment in which the pinned Node is the `node` of every child, and in which compiled code is kept for the next process or thread. */
export function environment(node) {
  const separator = process.platform === 'win32' ? ';' : ':'
  return {
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    ...process.env,
    PATH: [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(separator),
  }
}

/**
 * The arguments of Node that start the server. Without the limit V8 keeps 128 MiB for new objects on a machine with 24 GB of memory; with half
 * of this limit a flood of readings costs more processor time (benchmarks/results/crowds.md). Pretenuring would put parts of messages among the
 * old objects, which keep the rest of each message in memory until the next full collection (benchmarks/results/ingest.md). Without a fixed
 * growth a server with little to do makes a full collection after every 8 MB, within the calls of people, and a flood may quadruple the heap. The
 * buffers of sockets and statements count together with the heap; by themselves they start a full collection after every 64 MB.
 */
export const SERVER = [
  '--max-semi-space-size=32',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=150',
  '--external-memory-accounted-in-global-limit',
  'apps/server/src/main.ts',
]

/**
 * Runs a program and ends with its exit code. Every signal reaches it exactly once, and so does the end of npm:
 * npm does not forward signals, a signal to the group would arrive twice, and kill -9 of this process closes the channel.
 */
export function run(node, args, env = environment(node)) {
  if (process.ppid !== parent) process.exit(1)
  const child = spawn(node, args, {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
  let signalledAt = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))
  function pass(signal) {
    // Ctrl-C arrives from the terminal and from npm at the same time; one that follows a second later is a new one.
    if (Date.now() - signalledAt < 1_000) return
    signalledAt = Date.now()
    child.kill(signal)
  }
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    pass('SIGTERM')
  }, 500)
  child.on('error', (error) => give(`${relative(root, args[0] ?? node)} could not be started (${error.message}).`))
  child.on('exit', (code) => process.exit(code ?? 1))
}
