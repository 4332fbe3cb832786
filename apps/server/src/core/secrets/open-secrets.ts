import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Connection } from '../database/database.ts'
import { sealingProof } from '../database/sealing-proof.ts'
import { StartError } from '../start-error.ts'
import { createSecretBox, KEY_BYTES, type SecretBox } from './secret-box.ts'

const PROOF = 'proof'

interface Needs {
  database: Pick<Connection, 'query'>
  /** SECRETS_KEY: 32 bytes in base64. */
  given: string | undefined
  /** The file of the key when SECRETS_KEY is not set, in the same form. */
  file: string
  /** Whether to create a missing key; a PostgreSQL of the operator may serve several folders, which would each create one. */
  mayMake: boolean
}

/** The box of this installation's secrets. @throws StartError when its key is missing or differs from the earlier one */
export async function openSecrets({ database, given, file, mayMake }: Needs): Promise<SecretBox> {
  const proof = sealingProof(database)
  const kept = await proof.find()
  const known = given ?? (await readKey(file))
  if (known === null && kept !== null) {
    throw new StartError(
      `The secrets in the database are sealed, and their key is missing: bring back ${file}, or set SECRETS_KEY to what stood in it.`,
    )
  }
  if (known === null && !mayMake) return createSecretBox(null)
  const box = createSecretBox(Buffer.from(known ?? (await makeKey(file)), 'base64'))
  if (kept === null) await proof.keep(box.seal(PROOF, PROOF))
  try {
    box.open(PROOF, (await proof.find()) ?? '')
  } catch {
    throw new StartError(
      `${given ? 'SECRETS_KEY' : file} is not the key that the secrets in the database are sealed with.`,
    )
  }
  return box
}

async function readKey(file: string): Promise<string | null> {
  let text: string
  try {
    text = (await readFile(file, 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new StartError(`${file} cannot be read (${code}).`)
  }
  if (Buffer.from(text, 'base64').length !== KEY_BYTES) throw new StartError(`${file} holds no key.`)
  return text
}

/** Links a complete file, so that of two starts at once one creates the key and none reads half of it. @returns the key in the file afterwards. */
async function makeKey(file: string): Promise<string> {
  const text = randomBytes(KEY_BYTES).toString('base64')
  const whole = `${file}.${randomBytes(4).toString('hex')}`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(whole, `${text}\n`, { mode: 0o600 })
    await link(whole, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new StartError(`${file} cannot be written (${code}).`)
  } finally {
    await rm(whole, { force: true })
  }
  return (await readKey(file)) ?? text
}
