import { request } from 'node:https'
import { expect, test } from 'vitest'
import { createTargetGuard, isPrivateAddress } from './public-agent.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '100.100.100.200',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::a00:1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:169.254.169.254',
  '::ffff:0:10.0.0.1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fd00:ec2::254',
  'fe80::1%eth0',
])('the address %s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
  'the address %s is public',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::ffff:127.0.0.1]/',
])('%s is refused before any lookup or connection', (url) => {
  expect(() => createTargetGuard(false).read(url)).toThrow('private')
  expect(createTargetGuard(true).read(url)).toBeInstanceOf(URL)
})

test.each([
  'https://127.0.0.1;x/y',
  'https://a_b.example/',
  'https://good.example,127.0.0.1/',
  'https://user:secret@good.example/',
  "https://good.example'/",
  'http://good.example/',
  'https:///',
])('%s is not a plain address, even when private addresses are allowed', (url) => {
  for (const allowPrivate of [false, true])
    expect(() => createTargetGuard(allowPrivate).read(url)).toThrow('this is not a plain https address')
})

/** The error of this agent's request to a host whose address was not checked before. */
const failureOf = (options: { host: string; port: number }) =>
  new Promise<Error>((resolve, reject) => {
    const { agent } = createTargetGuard(false)
    const sent = request({ ...options, agent }, () => reject(new Error('it was connected')))
    sent.on('error', resolve).end()
  })

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254'])(
  'the agent does not connect to %s, even when its address was not checked before',
  async (host) => {
    expect((await failureOf({ host, port: 9 })).message).toBe(`${host} leads to a private address`)
  },
)

test('the agent does not connect to a name that resolves to a private address', async () => {
  expect((await failureOf({ host: 'localhost', port: 9 })).message).toBe('localhost leads to a private address')
})
