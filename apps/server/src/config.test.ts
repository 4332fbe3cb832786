import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

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
