import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lastSocket } from '../../../tests/fake-socket.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

test.each([
  [{}, 'Yeni alarm: TNK-014, pH yüksek, 8,59'],
  [{ kind: 'silent', metric: null, value: null }, 'Yeni alarm: TNK-014, T-0214 veri göndermiyor'],
  [{ kind: 'silent', metric: null, value: null, iot: null }, 'Yeni alarm: TNK-014, Tanktan veri gelmiyor'],
] as const)('a new alarm is told to screen readers in whole words: %o', async (rest, words) => {
  const page = renderApp('/change-password', { user: given.user() })
  const region = await page.findByRole('status', { name: 'Canlı bildirimler' })
  await waitFor(() => expect(lastSocket()?.sent).toContain('subscribe alarms'))
  lastSocket()?.say('alarms', 'alarm', given.alarm(rest))
  await waitFor(() => expect(region).toHaveTextContent(new RegExp(`^${words}$`)))
})
