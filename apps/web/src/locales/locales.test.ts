import { expect, test } from 'vitest'
import { en } from './en.ts'
import { tr } from './tr.ts'

function texts(words: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? [...texts(value, `${path}${key}.`)]
        : [[`${path}${key}`, String(value)] as const],
    ),
  )
}
const variables = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted()

test('both languages have the same keys', () => {
  expect([...texts(tr).keys()]).toEqual([...texts(en).keys()])
})

test('both languages fill in the same variables', () => {
  const english = texts(en)
  for (const [key, text] of texts(tr)) expect([key, variables(text)]).toEqual([key, variables(english.get(key) ?? '')])
})

test('every counted text has both forms, or the English singular leaks through', () => {
  for (const key of texts(tr).keys()) {
    if (key.endsWith('_one')) expect(texts(tr).has(key.replace(/_one$/, '_other')), key).toBe(true)
  }
})
