import { expect, test } from 'vitest'
import { addressBehind, callerNetwork, plainAddress, trustedProxies } from './caller-network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the address %s counts as the network %s', (ip, key) => {
  expect(callerNetwork(ip)).toBe(key)
})

test('an IPv6 address is shown unchanged, IPv4 in IPv6 as IPv4', () => {
  expect(['2001:db8::1', '::ffff:10.0.0.7', '10.0.0.7'].map(plainAddress)).toEqual([
    '2001:db8::1',
    '10.0.0.7',
    '10.0.0.7',
  ])
})

test.each([
  ['nobody is trusted', [], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['the proxy is trusted', ['127.0.0.1'], '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['the caller invents one before', ['127.0.0.1'], '127.0.0.1', '10.9.9.9, 198.51.100.1', '198.51.100.1'],
  ['two proxies are trusted', ['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['the proxy says nothing', ['127.0.0.1'], '127.0.0.1', undefined, '127.0.0.1'],
  ['the proxy says nonsense', ['127.0.0.1'], '127.0.0.1', 'unknown', '127.0.0.1'],
] as const)('the caller’s address where %s', (_title, trusted, remote, forwarded, address) => {
  expect(addressBehind(remote, forwarded, trustedProxies(trusted))).toBe(address)
})
