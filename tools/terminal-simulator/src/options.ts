import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

export const HELP = `Pretends to be terminals: sends readings to a Dalyan server and counts what was acknowledged.

  npm run simulate -- --terminal TANK-1:KEY                      one reading a second, plausible values
  npm run simulate -- --terminal TANK-1:KEY --csv FILE.csv.gz    recorded readings, as if measured now
  npm run simulate -- --keys-file KEYS --load --clients 1000 --in-flight 10 --seconds 30

Which terminals
  --terminal CODE:KEY   one terminal; may be given several times
  --keys-file FILE      a line CODE:KEY for each terminal
Where to
  --mqtt URL            default mqtt://127.0.0.1:1883
  --http URL            by HTTP instead, such as http://127.0.0.1:8000
  --qos 0|1             default 1; with 0 nothing is acknowledged, and what was sent is counted
What
  --csv FILE            tidy CSV (.gz too): terminal_code,measured_at,<metrics>; every terminal sends its rows,
                        or all rows when the file names none of the terminals. From the first again at the end
  --recorded-time       keeps the times of the file; without it each reading is of now
How much
  --rate N              readings a second and terminal, default 1; 0 as fast as they are acknowledged
  --in-flight N         readings of one terminal that wait for an acknowledgement, default 1
  --messages N          ends after so many acknowledged readings
  --seconds N           ends after so many seconds
Load (cheap raw sockets, no resending; for measuring)
  --load                as fast as it goes, or --rate messages a second of all clients together
  --clients N           connections, shared out among the terminals; default one each
  --batch N             readings in one HTTP request, default 100
Results
  --json                one line of JSON at the end, in place of the text
  --acked-file FILE     a line "code,measured_at" for each acknowledged reading
`

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  terminal: { type: 'string', multiple: true, default: [] as string[] },
  'keys-file': { type: 'string' },
  mqtt: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
  http: { type: 'string' },
  qos: { type: 'string', default: '1' },
  csv: { type: 'string' },
  'recorded-time': { type: 'boolean', default: false },
  rate: { type: 'string' },
  'in-flight': { type: 'string' },
  messages: { type: 'string' },
  seconds: { type: 'string' },
  load: { type: 'boolean', default: false },
  clients: { type: 'string' },
  batch: { type: 'string' },
  json: { type: 'boolean', default: false },
  'acked-file': { type: 'string' },
} as const

/** The command line is invalid; the message says why. */
export class UsageError extends Error {}

export type SimulatorOptions = NonNullable<ReturnType<typeof readOptions>>

/**
 * Reads the command line; an option that was not given is null where it has no default.
 * @returns null when help was requested.
 * @throws UsageError
 */
export function readOptions(args: string[]) {
  const { help, terminal, 'keys-file': keysFile, qos, csv, load, ...values } = parse(args)
  if (help) return null
  const terminals = [...terminal, ...(keysFile ? linesOf(keysFile) : [])].map(credentials)
  if (terminals.length === 0) throw new UsageError('name a terminal: --terminal CODE:KEY, or --keys-file FILE')
  if (values['recorded-time'] && !csv) throw new UsageError('--recorded-time needs --csv')
  if (load && csv) throw new UsageError('--load sends plausible values; it does not read --csv')
  const options = {
    terminals,
    mqtt: values.mqtt,
    http: values.http ?? null,
    qos: qosOf(qos),
    csv: csv ?? null,
    recordedTime: values['recorded-time'],
    rate: numberOf('rate', values.rate, 0),
    inFlight: numberOf('in-flight', values['in-flight'], 1) ?? 1,
    messages: numberOf('messages', values.messages, 1),
    seconds: numberOf('seconds', values.seconds, 0.001),
    load,
    clients: numberOf('clients', values.clients, 1),
    batch: numberOf('batch', values.batch, 1) ?? 100,
    json: values.json,
    ackedFile: values['acked-file'] ?? null,
  }
  if (load && options.messages === null && options.seconds === null)
    throw new UsageError('--load needs --seconds or --messages')
  return options
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  } catch {
    throw new UsageError(`--keys-file ${path} cannot be read`)
  }
}

function credentials(text: string): { code: string; key: string } {
  const colon = text.indexOf(':')
  if (colon < 1 || colon === text.length - 1) throw new UsageError('a terminal is CODE:KEY')
  return { code: text.slice(0, colon), key: text.slice(colon + 1) }
}

function qosOf(text: string): 0 | 1 {
  if (text !== '0' && text !== '1') throw new UsageError('--qos is 0 or 1')
  return text === '1' ? 1 : 0
}

function numberOf(name: string, text: string | undefined, least: number): number | null {
  if (text === undefined) return null
  const value = Number(text)
  if (!Number.isFinite(value) || value < least) throw new UsageError(`--${name} is a number, at least ${least}`)
  return value
}
