import type { Alarm } from '@dalyan/contracts/alarms'
import { expect, test } from 'vitest'
import { bodyOf, jsonProblem, type WebhookContent } from './webhook-content.rules.ts'
import { EXAMPLE } from './webhooks.service.ts'

const NOW = Date.parse('2026-07-10T09:00:00.000Z')
const CONTENT: WebhookContent = { id: '7-1-0', event: 'alarm.raised', text: 'pH "yüksek"\n', alarm: null, alarms: [] }
const send = (template: string | null, content: WebhookContent = CONTENT) => bodyOf(template, content, NOW)

test('without a template a webhook sends the full event as JSON', () => {
  expect(JSON.parse(send(null).body)).toEqual(CONTENT)
})

test('a JSON template stays valid JSON, whatever its values contain', () => {
  const { type, body } = send('{"say": "{{text}}", "id": "{{ id }}", "tank": "{{tank_code}}"}')
  expect(type).toBe('application/json')
  expect(JSON.parse(body)).toEqual({ say: CONTENT.text, id: '7-1-0', tank: '' })
})

test('a value outside of a JSON string keeps its type', () => {
  const { body } = send('{"a\\"b": [{{value}}, {{tank_name}}, {{unanswered}}], "of": {{note}}}', EXAMPLE)
  expect(JSON.parse(body)).toEqual({
    'a"b': [EXAMPLE.alarm?.value, EXAMPLE.alarm?.tank?.name, true],
    of: null,
  })
})

test.each([
  ['is unacknowledged', {}, true],
  ['has been acknowledged', { state: 'active_ack' as const }, false],
  ['has cleared', { state: 'rtn_unack' as const }, false],
  ['is shelved', { shelved_until: '2026-07-10T10:00:00.000Z' }, false],
  ['was shelved until a moment ago', { shelved_until: '2026-07-10T08:59:00.000Z' }, true],
])('an alarm that %s sets `unanswered` correctly for a siren', (_, change, unanswered) => {
  const alarms = EXAMPLE.alarms.map((alarm) => ({ ...alarm, ...change }))
  expect(JSON.parse(send('{"on": {{unanswered}}}', { ...EXAMPLE, alarms }).body)).toEqual({ on: unanswered })
})

test('a digest has the worst severity, and `unanswered` while one of its alarms is', () => {
  const [alarm] = EXAMPLE.alarms
  if (!alarm) throw new Error('no example')
  const alarms: Alarm[] = [
    { ...alarm, severity: 'info', state: 'closed' },
    { ...alarm, severity: 'warning' },
  ]
  const { body } = send('{"s": {{severity}}, "on": {{unanswered}}, "tank": {{tank_code}}}', {
    ...EXAMPLE,
    alarm: null,
    alarms,
  })
  expect(JSON.parse(body)).toEqual({ s: 'warning', on: true, tank: null })
})

test('a template that is not JSON is sent as plain text', () => {
  expect(send('{{event}}: {{text}}')).toEqual({
    type: 'text/plain; charset=utf-8',
    body: 'alarm.raised: pH "yüksek"\n',
  })
})

test.each([
  ['{"text": "{{text}}"}', false],
  ['[{{value}}, {{text}}]', false],
  ['no JSON, "{{text}}', false],
  ['{"text": "{{text}}"', true],
  ['{"text": {{text}} {{id}}}', true],
])('the template %s has a JSON problem: %s', (template, isWrong) => {
  expect(jsonProblem(send(template, EXAMPLE)) !== null).toBe(isWrong)
})
