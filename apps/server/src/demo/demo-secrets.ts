import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from '../core/start-error.ts'

/** Name and secret of each line of a file that only its owner can read. */
type Secrets = Map<string, string>

/** Emails and passwords of the demo's users, in `DATA_DIR/demo-logins.txt`. */
export const LOGINS_FILE = 'demo-logins.txt'
/** Codes and keys of the demo's terminals, in `DATA_DIR/demo-keys.txt`; the form that the simulator's `--keys-file` reads. */
export const KEYS_FILE = 'demo-keys.txt'

const SEPARATOR = ':'

/** @returns an empty map when there is no such file. */
export async function readSecrets(path: string): Promise<Secrets> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter((line) => line.includes(SEPARATOR))
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(SEPARATOR)), line.slice(line.indexOf(SEPARATOR) + 1)]))
}

/** Replaces the file atomically, readable by its owner only. @throws StartError when its folder cannot be written to. */
export async function writeSecrets(path: string, secrets: Secrets): Promise<void> {
  const text = [...secrets].map(([name, secret]) => `${name}${SEPARATOR}${secret}\n`).join('')
  const beside = `${path}.new`
  try {
    // With DATABASE_URL no earlier step has created the folder.
    await mkdir(dirname(path), { recursive: true })
    await writeFile(beside, text, { mode: 0o600 })
    await rename(beside, path)
  } catch (error) {
    throw new StartError(`DATA_DIR ${dirname(path)} cannot be written to (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Twelve characters, 72 bits: long enough for a demo, short enough to type. */
export function makePassword(): string {
  return randomBytes(9).toString('base64url')
}
