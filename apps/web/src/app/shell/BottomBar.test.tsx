import { alarmsApi } from '@dalyan/contracts/alarms'
import { within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { setWidth } from '../../../tests/set-width.ts'

beforeEach(() => setWidth(360))

test('the bar of a phone leads to the pages of a shift, and its last target opens the whole menu', async () => {
  const page = renderApp('/home', { user: given.user({ role: 'operator' }) })
  const bar = within(await page.findByRole('navigation', { name: 'Kısayollar' }))
  const links = bar.getAllByRole('link')
  expect(links.map((link) => `${link.getAttribute('href')} ${link.textContent}`)).toEqual([
    '/wall Tesis',
    '/ Şimdi',
    '/alarms Alarmlar',
    '/tanks Tanklar',
  ])
  expect(bar.getByRole('link', { current: 'page' })).toHaveTextContent('Şimdi')
  await page.events.click(bar.getByRole('button', { name: 'Diğer' }))
  expect(await page.findByRole('dialog', { name: 'Ana menü' })).toBeVisible()
})

test('the bar of a phone counts the incidents that wait for an acknowledgement', async () => {
  const outage = [1, 2, 3].map((id) => given.alarm({ id, kind: 'silent', incident_id: 9 }))
  server.use(
    answers(alarmsApi.list, ({ url }) =>
      given.pageOf(
        url.searchParams.get('status') === 'shelved' ? [] : [...outage, given.alarm({ id: 4, incident_id: 4 })],
      ),
    ),
  )
  const page = renderApp('/change-password', { user: given.user() })
  const bar = within(await page.findByRole('navigation', { name: 'Kısayollar' }))
  expect(await bar.findByRole('link', { name: 'Alarmlar 2 onay bekleyen olay' })).toHaveTextContent('Alarmlar2')
})

test.each([
  ['a customer, who has only home', '/home', given.user({ role: 'customer' })],
  ['a user with a temporary password', '/change-password', given.user({ must_change_password: true })],
  ['a screen on a wall', '/wall?v=display', given.user()],
])('%s has no bar at the bottom', async (_, address, user) => {
  const page = renderApp(address, { user })
  await page.quiet()
  expect(page.queryByRole('navigation', { name: 'Kısayollar' })).toBeNull()
})
