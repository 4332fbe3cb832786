/**
 * The program that many people write first: subscribes to a broker and stores what arrives in PostgreSQL, with one INSERT per message or in
 * batches. Its library acknowledges a message when the handler has received it. A process of its own, so that `peers.ts` can kill it.
 */
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { ReadingMessage } from '@dalyan/contracts/device-messages'
import mqtt from 'mqtt'
import pg from 'pg'

const BATCH = 1_000
const BATCH_MS = 50
const COLUMNS = ['terminal', 'measured_at', ...METRIC_KEYS]

const [broker = '', databaseUrl = '', mode = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const store = mode === 'batches' ? inBatches() : one
// The same name and `clean: false`: the broker keeps the messages that arrive while this program is down.
const client = mqtt.connect(broker, { clientId: 'peer', clean: false, protocolVersion: 4 })
client.on('message', (topic, payload) => store(rowOf(topic, payload)))
await client.subscribeAsync('dalyan/v1/+/measurements', { qos: 1 })
process.stdout.write('Ready.\n')

type InsertedRow = unknown[]

function rowOf(topic: string, payload: Buffer): InsertedRow {
  const reading = JSON.parse(payload.toString('utf8')) as ReadingMessage
  return [topic.split('/')[2], reading.measured_at, ...METRIC_KEYS.map((metric) => reading[metric] ?? null)]
}

function one(row: InsertedRow): void {
  const values = COLUMNS.map((_, n) => `$${n + 1}`).join(', ')
  const text = `insert into peer_readings (${COLUMNS.join(', ')}) values (${values}) on conflict do nothing`
  pool.query({ name: 'one', text, values: row }).catch(fail)
}

/** Up to 1,000 rows or 50 ms, one statement with an array per column. */
function inBatches(): (row: InsertedRow) => void {
  const types = ['text', 'timestamptz', ...METRIC_KEYS.map(() => 'real')]
  const arrays = types.map((type, n) => `$${n + 1}::${type}[]`).join(', ')
  const text = `insert into peer_readings (${COLUMNS.join(', ')}) select * from unnest(${arrays}) on conflict do nothing`
  let rows: InsertedRow[] = []
  let timer: NodeJS.Timeout | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const batch = rows
    rows = []
    const values = COLUMNS.map((_, n) => batch.map((row) => row[n]))
    pool.query({ name: 'many', text, values }).catch(fail)
  }
  return (row) => {
    rows.push(row)
    if (rows.length >= BATCH) flush()
    else timer ??= setTimeout(flush, BATCH_MS)
  }
}

function fail(error: Error): void {
  process.stderr.write(`${error.message}\n`)
}
