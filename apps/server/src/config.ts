import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { LOG_LEVELS } from './core/log.ts'
import { StartError } from './core/start-error.ts'

const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535))
const rate = z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000))
const url = (protocols: RegExp) =>
  z.string().check(z.refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol)))

/** `1` or `0`. */
const flag = z.pipe(
  z.enum(['0', '1']),
  z.transform((digit: '0' | '1') => digit === '1'),
)

/** What a process does (docs/scaling.md); one process does everything by default. */
const ROLES = ['web', 'ingest', 'jobs'] as const
export type ProcessRole = (typeof ROLES)[number]

const words = z.pipe(
  z.string(),
  z.transform((text: string) => text.split(',').map((part) => part.trim())),
)

/** Addresses and ranges of addresses, by comma. */
const addresses = z.pipe(words, z.array(z.string().check(z.refine(isAddressOrRange))))

const roles = z.pipe(words, z.array(z.enum(ROLES)).check(z.minLength(1)))

function isAddressOrRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  if (isIP(address) === 0 || more.length > 0) return false
  if (prefix === undefined) return true
  const bits = isIP(address) === 4 ? 32 : 128
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits
}

/** name → its check, and a text about the allowed values. The README's table has the same content. */
const VARIABLES = {
  ROLES: [z._default(roles, () => [...ROLES]), `one or more of ${ROLES.join(', ')}, by comma`],
  PORT: [z._default(port, 8000), 'a port, 0 to 65535'],
  SOCKET_PORT: [z._default(port, 6001), 'a port, 0 to 65535'],
  SOCKET_PUBLIC_PORT: [z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(65_535))), 'a port, 1 to 65535'],
  MQTT_PORT: [z._default(port, 1883), 'a port, 0 to 65535'],
  MQTT_URL: [z.optional(url(/^mqtts?:$/)), 'an address such as mqtt://user:password@host:1883'],
  MQTT_AUTH_SECRET: [z.optional(z.string().check(z.minLength(16), z.maxLength(256))), '16 to 256 characters'],
  HOST: [z._default(z.string().check(z.regex(/^[0-9A-Za-z.:_-]+$/)), '127.0.0.1'), 'an address or host name'],
  DATA_DIR: [z._default(z.string().check(z.minLength(1)), './data'), 'a folder'],
  DATABASE_URL: [z.optional(url(/^postgres(ql)?:$/)), 'an address such as postgres://user:password@host:5432/dalyan'],
  DATABASE_SESSION_URL: [z.optional(url(/^postgres(ql)?:$/)), 'an address like that of DATABASE_URL, without a pooler'],
  DATABASE_READ_URL: [z.optional(url(/^postgres(ql)?:$/)), 'an address like that of DATABASE_URL, of a replica'],
  SECRETS_KEY: [z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/))), 'what `openssl rand -base64 32` prints'],
  ADMIN_EMAIL: [
    z.optional(z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+$/), z.maxLength(254))),
    'an e-mail address',
  ],
  ADMIN_PASSWORD: [z.optional(z.string().check(z.minLength(8), z.maxLength(128))), '8 to 128 characters'],
  LOG_LEVEL: [z._default(z.enum(LOG_LEVELS), 'info'), `one of ${LOG_LEVELS.join(', ')}`],
  INGEST_RATE: [z._default(rate, 100), 'messages a second and terminal, 0 for no limit'],
  API_RATE: [z._default(rate, 1200), 'requests a minute and user, 0 for no limit'],
  LATE_DAYS: [z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(3650)), 30), 'days, 1 to 3650'],
  BASE_URL: [z.optional(url(/^https?:$/)), 'an address such as https://dalyan.example.org'],
  TRUST_PROXY: [z.optional(addresses), 'addresses or ranges by comma, such as 127.0.0.1,10.0.0.0/8'],
  SMTP_URL: [z.optional(url(/^smtps?:$/)), 'an address such as smtp://user:password@host:587'],
  MAIL_FROM: [z.optional(z.string().check(z.minLength(3))), 'a sender address'],
  HEARTBEAT_URL: [z.optional(url(/^https?:$/)), 'an address such as https://hc-ping.com/…'],
  ALLOW_PRIVATE_TARGETS: [
    z._default(flag, false),
    '1 where the webhooks of administrators may lead into a private network, else 0',
  ],
  ALLOW_PRIVATE_PUSH: [z._default(flag, false), '1 where push services may lie in a private network, else 0'],
} as const

type VariableValues = { [K in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[K][0]> }

/** The settings of this process. */
export type Config = VariableValues & { demo: boolean }

/** Whether this process does everything that Dalyan does. */
export function hasEveryRole({ ROLES: own }: { ROLES: readonly ProcessRole[] }): boolean {
  return ROLES.every((role) => own.includes(role))
}

/**
 * Reads the environment; no other module does.
 * @throws StartError with every bad variable in one line.
 */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, [schema, allowed]] of Object.entries(VARIABLES)) {
    const given = env[name] === '' ? undefined : env[name]
    const read = z.safeParse(schema, given)
    if (read.success) values[name] = read.data
    else problems.push(`${name} has to be ${allowed} (it is ${SECRET.test(name) ? 'not' : JSON.stringify(given)})`)
  }
  const unknown = args.filter((arg) => arg !== '--demo')
  if (unknown.length > 0) problems.push(`unknown argument ${unknown.join(' ')} (known: --demo)`)
  if (problems.length > 0) throw new StartError(problems.join('; '))
  const config = { ...(values as VariableValues), demo: args.includes('--demo') }
  const problem = problemOfAddresses(config) ?? (hasEveryRole(config) ? null : problemOfRoles(config))
  if (problem) throw new StartError(problem)
  return { ...config, DATA_DIR: resolve(config.DATA_DIR) }
}

function problemOfAddresses(config: Config): string | null {
  if (config.DATABASE_URL !== undefined) return null
  const given = (['DATABASE_SESSION_URL', 'DATABASE_READ_URL'] as const).find((name) => config[name] !== undefined)
  return given === undefined
    ? null
    : `${given} needs DATABASE_URL: the embedded PostgreSQL has no pooler and no replica`
}

function problemOfRoles({
  ROLES: own,
  DATABASE_URL,
  demo,
}: Pick<Config, 'ROLES' | 'DATABASE_URL' | 'demo'>): string | null {
  const set = `ROLES=${own.join(',')}`
  if (DATABASE_URL === undefined)
    return `${set} needs DATABASE_URL: the embedded PostgreSQL belongs to one process, which does everything`
  return demo ? `${set} cannot be combined with --demo, whose terminals and page belong to one process` : null
}

const SECRET = /PASSWORD|URL|KEY|SECRET/
