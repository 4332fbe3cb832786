import { expect, test } from 'vitest'
import { bodyOf, type WebhookContent } from './webhook-body.rules.ts'

const CONTENT: WebhookContent = { id: '7-1-0', event: 'alarm.raised', text: 'pH "yüksek"\n', alarm: null }

test('without a template it is the whole event as JSON', () => {
  expect(JSON.parse(bodyOf(null, CONTENT).body)).toEqual(CONTENT)
})

test('a template that looks like JSON stays JSON, whatever a text holds', () => {
  const { type, body } = bodyOf('{"say": "{{text}}", "id": "{{ id }}", "tank": "{{tank_code}}"}', CONTENT)
  expect(type).toBe('application/json')
  expect(JSON.parse(body)).toEqual({ say: CONTENT.text, id: '7-1-0', tank: '' })
})

test('any other is plain text', () => {
  expect(bodyOf('{{event}}: {{text}}', CONTENT)).toEqual({
    type: 'text/plain; charset=utf-8',
    body: 'alarm.raised: pH "yüksek"\n',
  })
})
