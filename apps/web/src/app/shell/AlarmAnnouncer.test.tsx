import type { Alarm } from '@dalyan/contracts/alarms'
import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lastSocket } from '../../../tests/fake-socket.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

test.each([
  ['Yeni alarm: TNK-014, pH yüksek, 8,59', {}],
  ['Yeni alarm: TNK-014, T-0214 veri göndermiyor', { kind: 'silent', metric: null, value: null }],
  ['Yeni alarm: TNK-014, Tanktan veri gelmiyor', { kind: 'silent', metric: null, value: null, iot: null }],
] as const)('a new alarm is announced to screen readers in full words: %s', async (words, rest) => {
  const page = renderApp('/change-password', { user: given.user() })
  const region = await page.findByRole('status', { name: 'Canlı bildirimler' })
  await waitFor(() => expect(lastSocket()?.sent).toContain('subscribe alarms'))
  const raised_at = new Date().toISOString()
  lastSocket()?.say('alarms', 'alarm', given.alarm({ raised_at, ...rest }))
  await waitFor(() => expect(region).toHaveTextContent(new RegExp(`^${words}$`)))
})

test('readings of an alarm raised before the page was opened are not announced, its new occurrence is', async () => {
  const page = renderApp('/change-password', { user: given.user() })
  const region = await page.findByRole('status', { name: 'Canlı bildirimler' })
  await waitFor(() => expect(lastSocket()?.sent).toContain('subscribe alarms'))
  const say = (change: Partial<Alarm>) => act(() => lastSocket()?.say('alarms', 'alarm', given.alarm(change)))
  say({ value: 8.6 })
  say({ value: 8.7 })
  expect(region).toHaveTextContent(/^$/)
  say({ state: 'rtn_unack' })
  say({ state: 'active_unack', occurrences: 2, value: 8.8 })
  expect(region).toHaveTextContent('Yeni alarm: TNK-014, pH yüksek, 8,80')
})
