import { hasEveryRole, type ProcessRole } from './config.ts'

/** The lines on the console at the start. English, as the commands are; plain, so that they can be copied. */
interface Addresses {
  http: number
  socket: number
  mqtt: number
  host: string
  roles: readonly ProcessRole[]
  /** The broker of the operator, with its password; undefined: none. */
  broker: string | undefined
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

/** Whether this address can be reached from its own machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host)
}

/** The lines that say at which addresses the server listens, and how to open it when only this machine reaches it. */
export function addressLines({ http, socket, mqtt, host, roles, broker }: Addresses): string {
  const onlyHere = isLoopback(host)
  const name = onlyHere || host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const isWeb = roles.includes('web')
  return [
    '',
    ...(hasEveryRole({ ROLES: roles }) ? [] : [`  Roles          ${roles.join(', ')}`]),
    `  ${isWeb ? 'Page and API  ' : 'Health        '} http://${name}:${http}`,
    ...(isWeb ? [`  Live values    http://${name}:${socket}`] : []),
    ...(roles.includes('ingest') ? [`  MQTT           mqtt://${name}:${mqtt}`] : []),
    ...(roles.includes('ingest') && broker !== undefined ? [`  Broker         ${withoutLogin(broker)}`] : []),
    onlyHere
      ? '  Open to this machine alone. To let terminals and other people in: HOST=0.0.0.0 npm start'
      : '  Open to the network. Put a TLS proxy in front before it faces the internet.',
    '',
  ].join('\n')
}

function withoutLogin(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** The first admin's log-in, printed once because the password is not stored. */
export function firstAdminLines({ email, password }: { email: string; password: string | null }): string {
  return [
    '',
    `  First admin    ${email}`,
    password === null
      ? '  Password       as in ADMIN_PASSWORD'
      : `  Password       ${password}   (shown this once; change it after signing in)`,
    '',
  ].join('\n')
}
