import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import words from '../../locales/tr/logs.json' with { type: 'json' }
import { eventWords } from './event-words.ts'

const SERVER = join(import.meta.dirname, '../../../../server/src')
/** How the server writes an entry's event: `event: 'created'`, or told by the device door. */
const WRITTEN = /(?:\bevent: |tell\(\w+, (?='\w+', \{)|[dD]oorLog\.add\w*\(\w+, )'([a-z]+(?:_[a-z]+)*)'/g

test('each event that the server writes is explained in words', () => {
  const sources = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !file.endsWith('.test.ts'))
  const events = sources.flatMap((file) =>
    [...readFileSync(join(SERVER, file), 'utf8').matchAll(WRITTEN)].map(([, event = '']) => event),
  )
  expect(events.length).toBeGreaterThan(10)
  const t = ((key: string) => words.events[key.replace('logs.events.', '') as keyof typeof words.events]) as TFunction
  expect([...new Set(events)].filter((event) => !eventWords(t, event))).toEqual([])
})
