import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startProcess, type Product } from './product.ts'

const CONFIGURATION = join(import.meta.dirname, '../deploy/cluster/haproxy.cfg')
/** What a service manager waits before it starts a process again that was killed. */
const START_AGAIN_AFTER_MS = 3_000

export const MEMBERS = ['web-1', 'web-2', 'ingest-1', 'ingest-2', 'jobs-1', 'jobs-2'] as const
export type ProcessName = (typeof MEMBERS)[number]

/** Two processes of each role on one database, behind HAProxy with the configuration of `deploy/cluster`. */
export interface Cluster {
  /** The addresses that users and terminals see. */
  front: Pick<Product, 'page' | 'mqttPort' | 'socketPort'>
  /** Kills a process by SIGKILL, and starts it again as a service manager would. Resolves when it is ready. */
  killAndRestart(member: ProcessName): Promise<void>
  stop(): Promise<void>
}

interface ClusterPorts {
  http: number
  socket: number
  mqtt: number
}

/** @param env settings of all processes, with DATABASE_URL */
export async function startCluster(env: Record<string, string>): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-cluster-'))
  const front: ClusterPorts = await freePorts()
  const page = `http://localhost:${front.http}`
  const ports = new Map<ProcessName, ClusterPorts>()
  for (const member of MEMBERS) ports.set(member, await freePorts())
  const portsOf = (member: ProcessName) => ports.get(member) as ClusterPorts

  const start = async (member: ProcessName): Promise<Product> => {
    const { http, socket, mqtt } = portsOf(member)
    const product = await startProcess({
      DATA_DIR: join(folder, member),
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      TRUST_PROXY: '127.0.0.1',
      // Browsers are let in to live values from the page's address alone.
      BASE_URL: page,
      SOCKET_PUBLIC_PORT: String(front.socket),
      ROLES: member.slice(0, -2),
      PORT: String(http),
      SOCKET_PORT: String(socket),
      MQTT_PORT: String(mqtt),
      ...env,
    })
    product.process.stdout?.on('data', (text: Buffer) => showErrors(member, text.toString()))
    return product
  }
  const running = new Map<ProcessName, Product>()
  let proxy: ChildProcess | null = null

  async function stop(): Promise<void> {
    proxy?.kill('SIGTERM')
    await Promise.all([...running.values()].map((member) => member.stop()))
    await rm(folder, { recursive: true, force: true })
  }

  try {
    // The first one migrates the database.
    running.set('web-1', await start('web-1'))
    await Promise.all(MEMBERS.slice(1).map(async (member) => running.set(member, await start(member))))
    proxy = startProxy(front, portsOf)
    while ((await fetch(`${page}/readyz`).catch(() => null))?.status !== 200) {
      if (proxy.exitCode !== null) throw new Error('HAProxy ended')
      await sleep(200)
    }
    return {
      front: { page, mqttPort: front.mqtt, socketPort: front.socket },
      async killAndRestart(member) {
        await running.get(member)?.kill()
        await sleep(START_AGAIN_AFTER_MS)
        running.set(member, await start(member))
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Prints what a process logs as an error: some are expected while others are killed, and the rest explain a failed test. */
function showErrors(member: ProcessName, text: string): void {
  for (const line of text.split('\n')) {
    if (line.includes('"level":50')) process.stdout.write(`${member}: ${line.slice(0, 600)}\n`)
  }
}

function startProxy(front: ClusterPorts, portsOf: (member: ProcessName) => ClusterPorts): ChildProcess {
  const at = (member: ProcessName, kind: keyof ClusterPorts) => `127.0.0.1:${portsOf(member)[kind]}`
  const proxy = spawn(process.env['HAPROXY'] ?? 'haproxy', ['-q', '-f', CONFIGURATION], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PAGE: `127.0.0.1:${front.http}`,
      LIVE: `127.0.0.1:${front.socket}`,
      MQTT: `127.0.0.1:${front.mqtt}`,
      ...Object.fromEntries(
        ['1', '2'].flatMap((n) => [
          [`WEB_${n}`, at(`web-${n}` as ProcessName, 'http')],
          [`LIVE_${n}`, at(`web-${n}` as ProcessName, 'socket')],
          [`INGEST_${n}`, at(`ingest-${n}` as ProcessName, 'http')],
          [`MQTT_${n}`, at(`ingest-${n}` as ProcessName, 'mqtt')],
        ]),
      ),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return proxy
}

async function freePorts(): Promise<ClusterPorts> {
  return { http: await freePort(), socket: await freePort(), mqtt: await freePort() }
}
