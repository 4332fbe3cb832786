import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import words from '../../locales/tr/logs.json' with { type: 'json' }

const SERVER = join(import.meta.dirname, '../../../../server/src')
/** How the server writes an entry's event: `event: 'created'`, or told by the device door. */
const WRITTEN = /(?:\bevent: |tell\(\w+, (?='\w+', \{)|[dD]oorLog\.add\w*\(\w+, )'([a-z]+(?:_[a-z]+)*)'/g

test('each event that the server writes is explained in words', () => {
  const sources = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !file.endsWith('.test.ts'))
  const events = sources.flatMap((file) =>
    [...readFileSync(join(SERVER, file), 'utf8').matchAll(WRITTEN)].map(([, event = '']) => event),
  )
  expect(events.length).toBeGreaterThan(10)
  expect([...new Set(events)].filter((event) => !(event in words.events))).toEqual([])
})
