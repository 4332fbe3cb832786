import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../apps/server/src/config.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const example = (file: string) => read(join('deploy', file))

/** The environment variables that the server reads. */
const variables = [...read('apps/server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): \[/gm)].map(([, name]) => name)
const lines = [...example('dalyan.env.example').matchAll(/^(#?)([A-Z][A-Z_]+)=(.*)$/gm)].map(
  ([, mark, name = '', value = '']) => ({ isSet: mark === '', name, value }),
)
const set = Object.fromEntries(lines.filter(({ isSet }) => isSet).map(({ name, value }) => [name, value]))
const config = readConfig(set, [])

test('the example settings name every variable once, and no others', () => {
  expect(variables.length).toBeGreaterThan(15)
  expect(lines.map(({ name }) => name).toSorted()).toEqual(variables.toSorted())
})

test('the README names every variable', () => {
  const table = read('README.md').split('## Environment')[1]?.split('\n## ')[0] ?? ''
  expect(variables.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

test('commented-out example settings are the defaults or valid values', () => {
  const defaults = readConfig({}, []) as unknown as Record<string, unknown>
  const commented = lines.filter(({ isSet, value }) => !isSet && value !== '')
  const given = readConfig(Object.fromEntries(commented.map(({ name, value }) => [name, value])), [])
  for (const { name } of commented)
    if (defaults[name] !== undefined)
      expect({ [name]: given[name as keyof typeof given] }).toEqual({ [name]: defaults[name] })
})

test.each(['nginx.conf', 'Caddyfile'])('%s forwards each port to the port that the settings open', (file) => {
  const text = example(file).replaceAll(/^\s*#.*$/gm, '')
  const targets = [...text.matchAll(/(?:proxy_pass (?:http:\/\/)?|reverse_proxy )127\.0\.0\.1:(\d+)/g)].map(
    ([, port]) => Number(port),
  )
  const ports = [config.PORT, config.SOCKET_PORT, ...(file === 'nginx.conf' ? [config.MQTT_PORT] : [])]
  expect([...new Set(targets)].toSorted()).toEqual(ports.toSorted())
  const { host } = new URL(config.BASE_URL ?? '')
  expect(text).toContain(host)
  expect(text).toMatch(new RegExp(`(listen |${host}:)${config.SOCKET_PUBLIC_PORT}\\b`))
  // Only the proxy may reach the server's ports, and its forwarded headers are trusted.
  expect({ host: config.HOST, trusted: config.TRUST_PROXY }).toEqual({ host: '127.0.0.1', trusted: ['127.0.0.1'] })
})

test('nginx forwards the client address, host and protocol, and WebSocket connections', () => {
  const text = example('nginx.conf')
  for (const header of ['Host', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'Upgrade', 'Connection'])
    expect(text).toContain(`proxy_set_header ${header} `)
  expect(text).toMatch(/listen 8883 ssl;[^}]*proxy_protocol on;/)
})

test('neither proxy logs a terminal’s key or a user’s credentials', () => {
  const nginx = example('nginx.conf')
  const [, format = ''] = /log_format dalyan '([^']*)'/.exec(nginx) ?? []
  const logged = [...format.matchAll(/\$(\w+)/g)].map(([, name = '']) => name)
  expect(logged).toContain('logged_path')
  for (const name of logged)
    expect(name).not.toMatch(/^(request|request_uri|uri|args|query_string|http_(?!user_agent).*)$/)
  const [, pattern = ''] = /map \$uri \$logged_path \{\s*~(\S+) \/api\/v1\/\[key\];/.exec(nginx) ?? []
  expect('/api/v1/KEY/telemetry').toMatch(new RegExp(pattern))
  expect([...nginx.matchAll(/access_log (.+);/g)].map(([, to]) => to)).toEqual(['/var/log/nginx/dalyan.log dalyan'])
  expect(nginx).toMatch(/location \/api\/v1\/ \{\s*error_log \/dev\/null emerg;/)

  const caddy = example('Caddyfile')
  const [, from = '', to] = /request>uri regexp "(.+)" "(.+)"/.exec(caddy) ?? []
  expect('/api/v1/KEY/telemetry?a=1'.replace(new RegExp(from), to ?? '')).toBe('/api/v1/[key]/telemetry?a=1')
  for (const header of ['Authorization', 'X-Auth-Token', 'X-Access-Token', 'Cookie'])
    expect(caddy).toContain(`request>headers>${header} delete`)
})

test('the service runs an existing program in the folder of the settings and has enough time to stop', () => {
  const unit = example('dalyan.service')
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const [script = ''] = value('ExecStart').split(' ').slice(-1)
  expect(existsSync(join(root, script))).toBe(true)
  expect(example('README.md')).toContain(value('WorkingDirectory'))
  expect(config.DATA_DIR).toBe(`/var/lib/${value('StateDirectory')}`)
  expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(15)
  expect(value('KillMode')).toBe('mixed')
  expect(value('User')).not.toMatch(/^(root)?$/)
  expect(example('backup.sh')).toContain(`data=${config.DATA_DIR}`)
})
