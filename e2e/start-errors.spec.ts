import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { START_ENV } from './product.ts'

const MAIN = join(import.meta.dirname, '../apps/server/src/main.ts')
const taken = createServer()
let folder: string
let takenPort: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dalyan-start-'))
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'a-file'), '')
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  takenPort = String((taken.address() as AddressInfo).port)
})
afterAll(async () => {
  taken.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the product under conditions in which it cannot start, and waits for its end. */
async function startToEnd(env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...START_ENV, DATA_DIR: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  await once(child, 'close')
  return { code: child.exitCode, complaint }
}

const withPath = (path: string) => Object.assign(new URL(inject('databaseUrl')), { pathname: path }).href

const CASES: [what: string, env: () => Record<string, string>, line: RegExp][] = [
  ...['PORT', 'SOCKET_PORT', 'MQTT_PORT'].map((name): (typeof CASES)[number] => [
    `${name} that is taken`,
    () => ({ DATABASE_URL: inject('databaseUrl'), [name]: takenPort }),
    new RegExp(`^Port \\d+ \\(${name}\\) is already taken\\. Choose another one: ${name}=… npm start$`),
  ]),
  // Before the next case, which creates the first administrator in the same folder; after that the password is not read.
  [
    'a first administrator with a common password',
    () => ({ ADMIN_PASSWORD: 'rainbow6' }),
    /^ADMIN_PASSWORD: This password is too common\. Choose another one\.$/,
  ],
  ['a PORT taken, on the embedded PostgreSQL', () => ({ PORT: takenPort }), /^Port \d+ \(PORT\) is already taken\./],
  [
    'a DATA_DIR that cannot be written to',
    () => ({ DATA_DIR: join(folder, 'a-file', 'data') }),
    /^DATA_DIR .*a-file\/data cannot be written to \(E\w+\)\.$/,
  ],
  [
    'bad variables, all of them',
    () => ({ PORT: 'abc', HOST: 'a b', LOG_LEVEL: 'loud', ADMIN_PASSWORD: 'short' }),
    /^PORT has to be a port, 0 to 65535 \(it is "abc"\); HOST .*"a b".*; ADMIN_PASSWORD has to be 8 to 128 characters \(it is not\); LOG_LEVEL .*$/,
  ],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: 'postgres://dalyan:secret-word@127.0.0.1:1/dalyan' }),
    /^The database of DATABASE_URL cannot be reached \(.*ECONNREFUSED.*\)\.$/,
  ],
  [
    'a database of a name that is not there',
    () => ({ DATABASE_URL: withPath('/nobody_made_this') }),
    /^The database of DATABASE_URL cannot be reached \(database "nobody_made_this" does not exist\)\.$/,
  ],
  [
    'a database with another password',
    () => ({ DATABASE_URL: Object.assign(new URL(inject('databaseUrl')), { password: 'secret-word' }).href }),
    /^The database of DATABASE_URL cannot be reached \(password authentication failed for user "dalyan"\)\.$/,
  ],
]

test.each(CASES)(
  'a start with %s ends with one line and code 1 and leaves no process behind',
  async (_what, env, line) => {
    const { code, complaint } = await startToEnd(env())
    expect(complaint.trimEnd()).toMatch(line)
    expect(complaint.trimEnd().split('\n')).toHaveLength(1)
    expect(complaint).not.toContain('secret-word')
    expect(code).toBe(1)
    await expect(access(join(folder, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT')
  },
)

test('a start with an unknown argument names it', async () => {
  expect(await startToEnd({}, ['--dmeo'])).toEqual({ code: 1, complaint: 'unknown argument --dmeo (known: --demo)\n' })
})
