import { alarmsApi } from '@dalyan/contracts/alarms'
import { alarmLinksApi } from '@dalyan/contracts/notifications'
import { expect, test } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { lastStop } from '../auth/public/stopped-at.ts'

const events = { id: 3, name: 'Deniz Kaya' }
const expires_at = new Date(Date.now() + 3_600_000).toISOString()
const linked = (rest: Parameters<typeof given.alarm>[0] = {}) => ({
  alarm: given.alarm(rest),
  user: events,
  expires_at,
})

test('the link of a message shows the alarm without a session, and only its button acknowledges', async () => {
  let asked = 0
  let pressed = 0
  server.use(
    answers(alarmLinksApi.show, ({ url, body, headers }) => {
      asked += 1
      expect(url.href).not.toContain('1a.2b.3c.signed')
      expect(body).toEqual({ token: '1a.2b.3c.signed' })
      expect(headers.get('authorization')).toBeNull()
      return linked()
    }),
    answers(alarmLinksApi.acknowledge, () => {
      pressed += 1
      return linked({
        state: 'active_ack',
        acknowledged_at: '2026-07-09T11:30:00.000Z',
        acknowledged_by: events,
      })
    }),
  )
  const page = renderApp('/alarm-link#1a.2b.3c.signed')
  expect(await page.findByRole('heading', { level: 1, name: 'pH yüksek' })).toBeVisible()
  expect(page.getByText('8,59')).toBeVisible()
  expect(page.getByText('8,30')).toBeVisible()
  expect(page.getByText(/Deniz Kaya olarak onaylarsınız/)).toBeVisible()
  const chart = page.getByRole('link', { name: 'Grafikte göster' })
  expect(chart.getAttribute('href')).toMatch(/^\/tanks\/\d+\?tab=charts&from=.*&metrics=ph$/)
  expect(page.getByText('Grafik için oturum açmanız istenir.')).toBeVisible()
  expect([asked, pressed]).toEqual([1, 0])
  await page.events.click(page.getByRole('button', { name: 'Onayla' }))
  expect(await page.findByText(/Deniz Kaya, 09.07.2026 14:30/)).toBeVisible()
  expect(page.queryByRole('button', { name: 'Onayla' })).toBeNull()
  expect(pressed).toBe(1)
  await page.events.click(chart)
  expect(await page.findByRole('button', { name: 'Giriş Yap' })).toBeVisible()
  expect(lastStop()).toEqual({ address: chart.getAttribute('href'), title: 'TNK-014, pH yüksek' })
})

test('an expired alarm link says so and leads to the login', async () => {
  server.use(refuses(alarmLinksApi.show, 404, 'link_over'))
  const page = renderApp('/alarm-link#old')
  expect(await page.findByText('Bu bağlantının süresi dolmuş ya da geçersiz.')).toBeVisible()
  expect(page.getByRole('link', { name: 'Oturum aç' })).toHaveAttribute('href', '/')
  expect(page.queryByRole('button', { name: 'Onayla' })).toBeNull()
})

test('the alarm link of a closed alarm has no button to acknowledge', async () => {
  server.use(answers(alarmLinksApi.show, linked({ state: 'closed', closed_at: expires_at })))
  const page = renderApp('/alarm-link#token')
  expect(await page.findByText(/Bu alarm kapanmış/)).toBeVisible()
  expect(page.queryByRole('button', { name: 'Onayla' })).toBeNull()
})

test('an alarm link without its token says so', async () => {
  const page = renderApp('/alarm-link')
  expect(await page.findByText(/Bağlantı eksik/)).toBeVisible()
})

test('an expired link shows its alarm to a signed-in user, who acknowledges it under the own name', async () => {
  const user = given.user({ role: 'operator' })
  const asked: string[] = []
  server.use(
    refuses(alarmLinksApi.show, 404, 'link_over'),
    answers(alarmsApi.get, ({ url }) => (asked.push(url.pathname), given.alarm({ id: 46 }))),
    answers(alarmsApi.acknowledge, ({ url }) => {
      asked.push(url.pathname)
      const acknowledged_by = { id: user.id, name: user.name }
      return given.alarm({ state: 'active_ack', acknowledged_at: '2026-07-09T11:30:00.000Z', acknowledged_by })
    }),
  )
  const page = renderApp('/alarm-link#1a.2b.3c.old', { user })
  expect(await page.findByText(`${user.name} olarak onaylarsınız.`)).toBeVisible()
  expect(page.queryByText(/süresi dolmuş/)).toBeNull()
  await page.events.click(page.getByRole('button', { name: 'Onayla' }))
  expect(await page.findByText(new RegExp(`${user.name}, 09.07.2026 14:30`))).toBeVisible()
  expect(asked).toEqual(['/api/alarms/46', '/api/alarms/46/acknowledge'])
})

test('an expired link shows a signed-in customer the alarm without a button to acknowledge it', async () => {
  server.use(refuses(alarmLinksApi.show, 404, 'link_over'), answers(alarmsApi.get, given.alarm({ id: 46 })))
  const page = renderApp('/alarm-link#1a.2b.3c.old', { user: given.user({ role: 'customer' }) })
  expect(await page.findByRole('heading', { level: 1, name: 'pH yüksek' })).toBeVisible()
  expect(page.queryByRole('button', { name: 'Onayla' })).toBeNull()
})
