import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const MAIN = join(import.meta.dirname, '../apps/server/src/main.ts')
const START_WITHIN_MS = 60_000
/** The compile cache of Node, shared by all starts: a start takes half a second less. */
export const CODE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), `dalyan-code-${userInfo().uid}`) }

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
  /** Stops it and removes its database and folder. */
  discard(): Promise<void>
}

/**
 * Starts the whole product as `npm start` does, on a fresh database of the tests' cluster and on free ports.
 * @param program the script that Node runs
 */
export async function startProduct(
  clusterUrl: string,
  env: Record<string, string> = {},
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
  return launch({ DATABASE_URL: databaseUrl, DATA_DIR: folder, ...env }, program, discard)
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function launch(
  env: Record<string, string>,
  program: readonly string[],
  discard: () => Promise<void>,
): Promise<Product> {
  const child = spawn(process.execPath, [...program], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...CODE_CACHE,
      PORT: '0',
      SOCKET_PORT: '0',
      MQTT_PORT: '0',
      LOG_LEVEL: 'warn',
      API_RATE: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = await untilReady(child)
  const port = (name: string) => Number(new RegExp(`${name}\\s+\\w+://[^:\\s]+:(\\d+)`).exec(printed)?.[1])
  const ended = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return child.exitCode
  }
  const product: Product = {
    page: `http://localhost:${port('Page and API')}`,
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
