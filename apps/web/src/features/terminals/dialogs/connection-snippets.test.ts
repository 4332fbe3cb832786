import { expect, test } from 'vitest'
import { connectionSnippets } from './connection-snippets.ts'

const address = { mqtt_port: 21883, url: null, local_only: false }

test.each([
  ['http://192.168.1.20:8000/terminals', null, '192.168.1.20', 'http://192.168.1.20:8000'],
  ['http://[fd00::7]:8000/', null, 'fd00::7', 'http://[fd00::7]:8000'],
  ['http://127.0.0.1:8000/', 'https://dalyan.example', 'dalyan.example', 'https://dalyan.example'],
])('the commands on a page opened at %s are for the server address %s', (page, url, host, origin) => {
  const { mqtt, http } = connectionSnippets('T-1', 'key', { ...address, url }, page)
  expect(mqtt).toContain(`-h ${host} -p 21883 -u 'T-1' -P 'key'`)
  expect(http).toContain(` ${origin}/api/iot/measurements`)
  expect(http).toContain('Bearer T-1:key')
})
