import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const MAIN = join(import.meta.dirname, '../apps/server/src/main.ts')
const START_WITHIN_MS = 120_000
/** The environment of every start: free ports, and one compile cache of Node for all, by which a start takes half a second less. */
export const START_ENV = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: join(tmpdir(), `dalyan-code-${userInfo().uid}`),
  PORT: '0',
  SOCKET_PORT: '0',
  MQTT_PORT: '0',
}

export const ADMIN = { email: 'admin@example.org', password: 'Correct-Horse-9-Battery' }

export interface Product {
  /** Base address of page and API, e.g. `http://localhost:41234`. */
  page: string
  mqttPort: number
  socketPort: number
  databaseUrl: string
  process: ChildProcess
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** kill -9. */
  kill(): Promise<void>
  /** Starts again on the same database and folder. */
  restart(): Promise<Product>
  /** Starts another process on the same database. */
  another(env: Record<string, string>): Promise<Product>
  /** Stops it and removes its database and folder. */
  discard(): Promise<void>
}

type Env = Record<string, string>

/**
 * Starts the whole product as `npm start` does, on a fresh database of the tests' cluster and on free ports.
 * @param env or makes it from the address of the database
 * @param program the script that Node runs
 */
export async function startProduct(
  clusterUrl: string,
  env: Env | ((databaseUrl: string) => Env) = {},
  program: readonly string[] = [MAIN],
): Promise<Product> {
  const name = `e2e_${crypto.randomUUID().replaceAll('-', '')}`
  await onCluster(clusterUrl, `create database ${name}`)
  const databaseUrl = Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-e2e-'))
  const discard = async () => {
    await rm(folder, { recursive: true, force: true })
    await onCluster(clusterUrl, `drop database if exists ${name} with (force)`)
  }
  const given = typeof env === 'function' ? env(databaseUrl) : env
  return launch({ DATABASE_URL: databaseUrl, DATA_DIR: folder, ...given }, program, discard)
}

export async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Starts one process of several on a database that `env` names; `discard` then only stops it. Ports of other roles are NaN. */
export function startProcess(env: Record<string, string>): Promise<Product> {
  return launch(env, [MAIN], () => Promise.resolve())
}

async function launch(
  env: Record<string, string>,
  program: readonly string[],
  discard: () => Promise<void>,
): Promise<Product> {
  const child = spawn(process.execPath, [...program], {
    env: {
      ...START_ENV,
      LOG_LEVEL: 'warn',
      API_RATE: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = await untilReady(child)
  const port = (name: string) => Number(new RegExp(`(?:${name})\\s+\\w+://[^:\\s]+:(\\d+)`).exec(printed)?.[1])
  const ended = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return child.exitCode
  }
  const product: Product = {
    page: `http://localhost:${port('Page and API|Health')}`,
    mqttPort: port('MQTT'),
    socketPort: port('Live values'),
    databaseUrl: env['DATABASE_URL'] ?? '',
    process: child,
    stop() {
      child.kill('SIGTERM')
      return ended()
    },
    async kill() {
      child.kill('SIGKILL')
      await ended()
    },
    restart: () => launch(env, program, discard),
    another: (more) => launch({ ...env, ...more }, program, discard),
    async discard() {
      await product.stop()
      await discard()
    },
  }
  return product
}

async function untilReady(child: ChildProcess): Promise<string> {
  let printed = ''
  let complaints = ''
  child.stderr?.on('data', (text: Buffer) => (complaints += text.toString()))
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (text: Buffer) => {
      printed += text.toString()
      if (printed.includes('Ready.')) resolve()
    })
  })
  const failed = once(child, 'exit').then(() =>
    Promise.reject(new Error(`the product ended: ${complaints || printed}`)),
  )
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`not ready in time: ${complaints || printed}`)), START_WITHIN_MS).unref()
  })
  await Promise.race([ready, failed, timeout])
  return printed
}

let nextPort = 21_000 + (process.pid % 400) * 20

/** A port that is free, below those that the system gives to connections, since a process takes it again after it was killed. */
export async function freePort(): Promise<number> {
  for (;;) {
    nextPort += 1
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(nextPort, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return nextPort
  }
}
