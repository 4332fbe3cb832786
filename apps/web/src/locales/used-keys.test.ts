import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLE_PERMISSIONS } from '@dalyan/contracts/permissions'
import { expect, test } from 'vitest'
import { RESOURCE_WORDS } from '../shared/resource/resource-words.ts'

const SOURCE = join(import.meta.dirname, '..')

/**
 * Keys that end in a name which the code computes, where their group holds other keys as well: each with the names that it can be.
 * A template such as `orders.step.${next}` whose group holds nothing else needs no line here.
 */
const COMPUTED: Readonly<Record<string, readonly string[]>> = {
  'home.': ['greetingMorning', 'greetingAfternoon', 'greetingEvening'],
  'measurements.': ['high', 'low'],
  'export.': ['csv', 'xlsx'],
  'tanks.detail.': ['high', 'low'],
  'rangeTemplates.fields.': ['min', 'max', 'critical_min', 'critical_max'],
  'users.permission.': ROLE_PERMISSIONS.admin,
}

const code = globSync('**/*.{ts,tsx}', { cwd: SOURCE })
  .filter((path) => !path.startsWith('locales') && !path.includes('.test.'))
  .map((path) => readFileSync(join(SOURCE, path), 'utf8'))
  .join('\n')

const written = new Set([...code.matchAll(/['"`]([A-Za-z]+(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key))
const templates = [...code.matchAll(/`([A-Za-z]+\.[\w.]*)\$\{[^`}]*\}([\w.]*)`/g)].map(([, start = '', end = '']) => ({
  start,
  end,
}))

/** `rangeTemplates` in the code is `range-templates.json`. */
const namespaceOf = (file: string) =>
  file.slice(0, -'.json'.length).replaceAll(/-(\w)/g, (_, character: string) => character.toUpperCase())

function keysOf(words: object, path: string): string[] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${path}${name}.`) : [`${path}${name}`],
  )
}

/** The texts that the resource kit reads from the section of each kind of record. */
const kinds = [...code.matchAll(/\bkind(?:=|: )["'](\w+)["']/g)].map(([, kind]) => kind)
const ofResources = new Set(kinds.flatMap((kind) => RESOURCE_WORDS.map((word) => `${kind}.${word}`)))

function isUsed(key: string): boolean {
  if (written.has(key) || ofResources.has(key)) return true
  for (const [start, names] of Object.entries(COMPUTED)) {
    if (names.some((name) => key === start + name)) return true
  }
  return templates.some(({ start, end }) => {
    if (Object.hasOwn(COMPUTED, start)) return false
    const name = key.slice(start.length, key.length - end.length)
    return key.startsWith(start) && key.endsWith(end) && name !== '' && !name.includes('.')
  })
}

test('every text is used by the page', () => {
  const folder = join(SOURCE, 'locales/tr')
  const keys = readdirSync(folder).flatMap((file) =>
    keysOf(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object, `${namespaceOf(file)}.`),
  )
  expect(keys.length).toBeGreaterThan(1000)
  const unused = keys.filter((key) => !isUsed(key.replace(/_(one|other)$/, '')))
  expect(unused, 'remove them from tr and en, or add a computed name to COMPUTED').toEqual([])
})

test('every group of computed keys is used by a template', () => {
  const starts = new Set(templates.map(({ start }) => start))
  expect(Object.keys(COMPUTED).filter((start) => !starts.has(start))).toEqual([])
})
