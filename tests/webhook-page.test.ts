import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WEBHOOK_EVENTS, WEBHOOK_PLACEHOLDERS, WEBHOOK_TEST } from '../packages/contracts/src/webhooks.ts'

test('docs/webhooks.md names every event and every placeholder of a template', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/webhooks.md'), 'utf8')
  const [, names = ''] = text.split('## Templates')
  const missing = [
    ...[...WEBHOOK_EVENTS, WEBHOOK_TEST].filter((event) => !text.includes(`| \`${event}\` |`)),
    ...WEBHOOK_PLACEHOLDERS.filter((name) => !names.includes(`\`${name}\``)),
  ]
  expect(missing).toEqual([])
})
