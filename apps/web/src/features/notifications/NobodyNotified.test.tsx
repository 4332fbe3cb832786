import { DEFAULT_CHANNELS, notificationsApi } from '@dalyan/contracts/notifications'
import { expect, test } from 'vitest'
import { answers, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const untried = { channels: DEFAULT_CHANNELS, quiet_hours: null, all_firms: false, health: [], nobody_notified: true }

test('while only in-app notifications were ever tried, administrators read that nobody will be notified, and where to send a test', async () => {
  server.use(answers(notificationsApi.preferences, untried))
  const page = renderApp('/home', { user: given.user() })
  expect(await page.findByText(/Kimseye haber verilmeyecek/)).toBeVisible()
  expect(page.getByRole('link', { name: 'Kanalları dene' })).toHaveAttribute('href', '/profile?tab=notifications')
})

test('an operator, who cannot change settings, does not read that nobody will be notified', async () => {
  server.use(answers(notificationsApi.preferences, untried))
  const page = renderApp('/home', { user: given.user({ role: 'operator' }) })
  await page.findByRole('button', { name: 'Bildirimler' })
  expect(page.queryByText(/Kimseye haber verilmeyecek/)).toBeNull()
})
