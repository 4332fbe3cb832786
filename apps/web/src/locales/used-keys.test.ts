import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROLE_PERMISSIONS } from '@dalyan/contracts/permissions'
import { expect, test } from 'vitest'
import { KIND_WORDS } from '../shared/resource/record-kind.ts'

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

const sources = globSync('**/*.{ts,tsx}', { cwd: SOURCE })
  .filter((path) => !path.startsWith('locales') && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8') }))
const codeIn = (folder: string) =>
  sources
    .filter(({ path }) => path.startsWith(folder))
    .map(({ text }) => text)
    .join('\n')
const code = codeIn('')

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

const wordsIn = (folder: string) => new Set(codeIn(folder).match(/\b[a-z]+(?:_[a-z]+)*\b/g))

/** The names in the code of each kind of record: the resource kit computes the keys of its labels from them. */
const kinds = new Map(
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(/recordKind\(\{\s*name: '(\w+)'/g)].map(([, kind = '']) => [kind, wordsIn(`${dirname(path)}/`)] as const),
  ),
)
const everywhere = wordsIn('features/')

/** Whether the resource kit reads the text: a word of a kind, the label of a field, or a word of a closed list below its field. */
function isOfKit(key: string): boolean {
  const [section = '', group = '', name = ''] = key.split('.')
  const names = section === 'common' ? everywhere : kinds.get(section)
  if (!names) return false
  if (KIND_WORDS.some((word) => key === `${section}.${word}`)) return true
  return names.has(group === 'fields' ? name : group)
}

function isUsed(key: string): boolean {
  if (written.has(key) || isOfKit(key)) return true
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
