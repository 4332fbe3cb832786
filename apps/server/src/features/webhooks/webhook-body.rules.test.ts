import type { Alarm } from '@dalyan/contracts/alarms'
import { expect, test } from 'vitest'
import { EXAMPLE } from './example-content.ts'
import { bodyOf, jsonProblem, type WebhookContent } from './webhook-body.rules.ts'

const NOW = Date.parse('2026-07-10T09:00:00.000Z')
const CONTENT: WebhookContent = { id: '7-1-0', event: 'alarm.raised', text: 'pH "yüksek"\n', alarm: null, alarms: [] }
const send = (template: string | null, content: WebhookContent = CONTENT) => bodyOf(template, content, NOW)

test('without a template it is the whole event as JSON', () => {
  expect(JSON.parse(send(null).body)).toEqual(CONTENT)
})

test('a template that looks like JSON stays JSON, whatever a text holds', () => {
  const { type, body } = send('{"say": "{{text}}", "id": "{{ id }}", "tank": "{{tank_code}}"}')
  expect(type).toBe('application/json')
  expect(JSON.parse(body)).toEqual({ say: CONTENT.text, id: '7-1-0', tank: '' })
})

test('outside of a text a value keeps its kind', () => {
  const { body } = send('{"a\\"b": [{{value}}, {{tank_name}}, {{unanswered}}], "of": {{note}}}', EXAMPLE)
  expect(JSON.parse(body)).toEqual({
    'a"b': [EXAMPLE.alarm?.value, EXAMPLE.alarm?.tank?.name, true],
    of: null,
  })
})

test.each([
  ['waits for somebody', {}, true],
  ['has been acknowledged', { state: 'active_ack' as const }, false],
  ['is over', { state: 'rtn_unack' as const }, false],
  ['is shelved', { shelved_until: '2026-07-10T10:00:00.000Z' }, false],
  ['was shelved until a moment ago', { shelved_until: '2026-07-10T08:59:00.000Z' }, true],
])('an alarm that %s: unanswered is right for a siren', (_, change, unanswered) => {
  const alarms = EXAMPLE.alarms.map((alarm) => ({ ...alarm, ...change }))
  expect(JSON.parse(send('{"on": {{unanswered}}}', { ...EXAMPLE, alarms }).body)).toEqual({ on: unanswered })
})

test('of many alarms it says the gravest, and whether one still waits', () => {
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

test('any other is plain text', () => {
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
])('%s is sent as something else than it says: %s', (template, isWrong) => {
  expect(jsonProblem(send(template, EXAMPLE)) !== null).toBe(isWrong)
})
