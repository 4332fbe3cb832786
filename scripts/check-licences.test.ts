import { expect, test } from 'vitest'
import { refusedLicences } from './check-licences.mjs'

const lock = (packages: Record<string, { license?: string; link?: boolean }>) => ({ packages })

test('packages under an allowed licence pass, with either side of an OR and both of an AND', () => {
  const packages = {
    '': { license: 'GPL-3.0-only' },
    'apps/web': {},
    'node_modules/@dalyan/web': { link: true },
    'node_modules/a': { license: 'MIT' },
    'node_modules/b': { license: '(MIT OR GPL-3.0-only)' },
    'node_modules/c': { license: 'MIT AND Zlib' },
    'node_modules/xmlhttprequest-ssl': {},
  }
  expect(refusedLicences(lock(packages))).toEqual([])
})

test('a package under another licence, or none, is named', () => {
  const packages = {
    'node_modules/a': { license: 'AGPL-3.0-only' },
    'node_modules/a/node_modules/@x/b': { license: 'MIT AND GPL-3.0-only' },
    'node_modules/c': {},
    'node_modules/caniuse-lite': { license: 'BUSL-1.1' },
  }
  expect(refusedLicences(lock(packages))).toEqual([
    'a: AGPL-3.0-only',
    '@x/b: MIT AND GPL-3.0-only',
    'c: no licence',
    'caniuse-lite: BUSL-1.1',
  ])
})
