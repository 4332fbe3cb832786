import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './product.ts'

const EXAMPLES = join(import.meta.dirname, '../deploy/cluster')

/** Mosquitto as the broker of an installation, on a free port, which it keeps when it is started again. */
export interface Mosquitto {
  port: number
  url: string
  /** SIGTERM: it saves its sessions first. */
  stop(): Promise<void>
  /** SIGKILL: its sessions are as it last saved them. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Starts it anew without any session. */
  forget(): Promise<void>
  discard(): Promise<void>
}

/**
 * Starts it with the settings of deploy/cluster, without TLS.
 * @param passwords of its users; without them it lets everybody in
 */
export async function startMosquitto(passwords?: Readonly<Record<string, string>>): Promise<Mosquitto> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-mosquitto-'))
  const file = join(folder, 'mosquitto.conf')
  const deployed = await readFile(join(EXAMPLES, 'mosquitto.conf'), 'utf8')
  const settings = deployed
    .replace(/^listener 1884 .*$/m, `listener ${port} 127.0.0.1`)
    .replaceAll(/^(listener 8883|certfile .*|keyfile .*)$/gm, '')
    .replaceAll(/\/(etc|var\/lib)\/mosquitto\//g, `${folder}/`)
  const open = settings.replaceAll(/^(password_file|acl_file) .*$/gm, '').replace('anonymous false', 'anonymous true')
  await writeFile(file, `${passwords ? settings : open}\nuser ${userInfo().username}\nlog_type error\n`)
  if (passwords) {
    await copyFile(join(EXAMPLES, 'mosquitto.acl'), join(folder, 'dalyan.acl'))
    for (const [n, [name, password]] of Object.entries(passwords).entries())
      execFileSync('mosquitto_passwd', [
        ...(n === 0 ? ['-c'] : []),
        '-b',
        join(folder, 'dalyan.passwords'),
        name,
        password,
      ])
  }
  let child: ChildProcess | null = null

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const running = child
    child = null
    if (running?.kill(signal)) await once(running, 'exit')
  }

  const mosquitto: Mosquitto = {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    async start() {
      child = spawn(process.env['MOSQUITTO'] ?? 'mosquitto', ['-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
      while (!(await isOpen(port))) await sleep(50)
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async forget() {
      await mosquitto.stop()
      await rm(join(folder, 'mosquitto.db'), { force: true })
      await mosquitto.start()
    },
    async discard() {
      await mosquitto.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await mosquitto.start()
  return mosquitto
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
