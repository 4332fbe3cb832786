import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { en } from './en.ts'
import { tr } from './tr.ts'

const folder = (language: 'tr' | 'en') => join(import.meta.dirname, language)
const files = readdirSync(folder('tr'))

function texts(language: 'tr' | 'en', file: string): Map<string, string> {
  return flat(JSON.parse(readFileSync(join(folder(language), file), 'utf8')) as object)
}
function flat(words: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? [...flat(value, `${path}${key}.`)]
        : [[`${path}${key}`, String(value)] as const],
    ),
  )
}
const variables = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted()

describe.each(files)('%s', (file) => {
  const turkish = texts('tr', file)
  const english = texts('en', file)

  test('has the same keys and variables in both languages', () => {
    expect([...turkish.keys()]).toEqual([...english.keys()])
    for (const [key, text] of turkish) expect([key, variables(text)]).toEqual([key, variables(english.get(key) ?? '')])
  })

  test('has both forms of every counted text, or the English singular leaks through', () => {
    for (const key of turkish.keys()) {
      if (key.endsWith('_one')) expect(turkish.has(key.replace(/_one$/, '_other')), key).toBe(true)
    }
  })
})

test('every locale file is part of the English fallback', () => {
  expect(Object.keys(en)).toHaveLength(files.length)
  expect(Object.keys(en)).toEqual(expect.arrayContaining(Object.keys(tr)))
})
