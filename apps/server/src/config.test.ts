import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('ROLES', () => {
  const DATABASE_URL = 'postgres://dalyan@db/dalyan'

  test('a process does everything unless it is set', () => {
    expect(readConfig({}, []).ROLES).toEqual(['web', 'ingest', 'jobs'])
    expect(readConfig({ ROLES: '' }, ['--demo']).ROLES).toEqual(['web', 'ingest', 'jobs'])
    expect(readConfig({ ROLES: 'jobs,ingest,web' }, []).ROLES).toHaveLength(3)
  })

  test.each([
    ['ingest', ['ingest']],
    ['web, jobs', ['web', 'jobs']],
  ])('%s names %j', (text, roles) => {
    expect(readConfig({ ROLES: text, DATABASE_URL }, []).ROLES).toEqual(roles)
  })

  test.each([',', 'all', 'web;jobs', 'WEB'])('refuses %s, which names no role', (text) => {
    expect(() => readConfig({ ROLES: text, DATABASE_URL }, [])).toThrow(/^ROLES has to be one or more of web, ingest/)
  })

  test('refuses a part of the roles without a database of the operator, and with the demo', () => {
    expect(() => readConfig({ ROLES: 'web' }, [])).toThrow(/^ROLES=web needs DATABASE_URL/)
    expect(() => readConfig({ ROLES: 'web', DATABASE_URL }, ['--demo'])).toThrow(/^ROLES=web cannot .* --demo/)
  })
})

describe('the addresses of a pooler and a replica', () => {
  test.each(['DATABASE_SESSION_URL', 'DATABASE_READ_URL'])(
    '%s is refused without a database of the operator',
    (name) => {
      const address = { [name]: 'postgres://dalyan@db/dalyan' }
      expect(() => readConfig(address, [])).toThrow(new RegExp(`^${name} needs DATABASE_URL`))
      expect(readConfig({ ...address, DATABASE_URL: 'postgres://dalyan@pooler/dalyan' }, [])).toMatchObject(address)
      expect(() => readConfig({ [name]: 'http://db' }, [])).toThrow(new RegExp(`^${name} has to be an address`))
    },
  )
})

describe('TRUST_PROXY', () => {
  test('trusts no proxy unless it is set', () => {
    expect(readConfig({}, []).TRUST_PROXY).toBeUndefined()
    expect(readConfig({ TRUST_PROXY: '' }, []).TRUST_PROXY).toBeUndefined()
  })

  test.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['127.0.0.1, 10.0.0.0/8,::1,fd00::/8', ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']],
  ])('%s names %j', (text, proxies) => {
    expect(readConfig({ TRUST_PROXY: text }, []).TRUST_PROXY).toEqual(proxies)
  })

  test.each(['true', '1', '*', 'proxy.example.org', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/8/8', '127.0.0.1,'])(
    'refuses %s, which is invalid or trusts every address',
    (text) => {
      expect(() => readConfig({ TRUST_PROXY: text }, [])).toThrow(/^TRUST_PROXY has to be addresses/)
    },
  )
})
