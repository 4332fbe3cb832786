import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { deviceApi } from '@dalyan/contracts/device-messages'
import { createLatencyHistogram, secondsSince, speedOf, type LoadReport } from './load-report.ts'
import { plausibleTexts } from './plausible-readings.ts'

export interface HttpLoad {
  port: number
  host?: string
  /** Parallel connections; connection `n` is terminal `n mod terminals.length`. */
  clients: number
  terminals: readonly { code: string; key: string }[]
  /** Readings per request. */
  batch: number
  /** Ends after this many stored readings or seconds, whichever is first. At least one is required. */
  readings?: number | null
  seconds?: number | null
}

/**
 * Posts batches of readings as fast as they are answered.
 * @throws Error for any answer but 2xx.
 */
export async function runHttpLoad(load: HttpLoad): Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.clients })
  const latency = createLatencyHistogram()
  const reading = plausibleTexts()
  const most = load.readings ?? Infinity
  const from = performance.now()
  const until = load.seconds ? from + load.seconds * 1000 : Infinity
  const newest = new Map<string, number>()
  let acknowledged = 0
  let started = 0

  async function post(index: number): Promise<void> {
    const terminal = load.terminals[index % load.terminals.length]
    if (!terminal) throw new Error('a load needs at least one terminal')
    while (performance.now() < until && started < most) {
      started += load.batch
      const first = Math.max(Date.now() - load.batch, (newest.get(terminal.code) ?? 0) + 1)
      newest.set(terminal.code, first + load.batch - 1)
      const body = `[${Array.from({ length: load.batch }, (_, n) => reading(index, first + n)).join(',')}]`
      const sentAt = performance.now()
      const status = await postOnce(load, agent, `Bearer ${terminal.code}:${terminal.key}`, body)
      if (status < 200 || status > 299) throw new Error(`${terminal.code}: HTTP ${status}`)
      latency.add(performance.now() - sentAt)
      acknowledged += load.batch
    }
  }

  try {
    await Promise.all(Array.from({ length: load.clients }, (_, index) => post(index)))
  } finally {
    agent.destroy()
  }
  const speed = speedOf(acknowledged, secondsSince(from), latency)
  return { clients: load.clients, acknowledged, lost: 0, broken_connections: 0, ...speed }
}

function postOnce(
  { host = '127.0.0.1', port }: HttpLoad,
  agent: Agent,
  authorization: string,
  body: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const { method, path } = deviceApi.measurements
    const sent = request({ host, port, path, method, agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
