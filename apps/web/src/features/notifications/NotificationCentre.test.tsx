import { alarmsApi } from '@dalyan/contracts/alarms'
import { notificationsApi, type InboxItem } from '@dalyan/contracts/notifications'
import { act, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { lastSocket } from '../../../tests/fake-socket.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const user = given.user({ role: 'operator' })
const TITLE = 'Kritik: TNK-014 Levrek larva 2, pH yüksek: 8,59'

function inboxItem(rest: Partial<InboxItem> = {}): InboxItem {
  return {
    id: 31,
    reason: 'raised',
    severity: 'critical',
    title: TITLE,
    body: 'Yeni alarm\nSınır: 8,30',
    alarm_ids: [7],
    tank_id: null,
    created_at: new Date(Date.now() - 120_000).toISOString(),
    read_at: null,
    ...rest,
  }
}
const gives = (lines: InboxItem[]) =>
  answers(notificationsApi.list, () => ({
    ...given.pageOf(lines),
    unread: lines.filter(({ read_at }) => read_at === null).length,
  }))

test('the bell names its count, and its list shows what happened with links to the chart', async () => {
  server.use(gives([inboxItem()]), answers(alarmsApi.list, given.pageOf([given.alarm({ id: 7 })])))
  const page = renderApp('/home', { user })
  await page.events.click(await page.findByRole('button', { name: '1 okunmamış bildirim' }))
  const centre = within(await page.findByRole('dialog', { name: 'Bildirimler' }))
  expect(centre.getByText(/Sınır: 8,30/)).toBeVisible()
  expect(centre.getByText('2 dk önce')).toBeVisible()
  const link = await centre.findByRole('link', { name: `Grafikte göster: ${TITLE}` })
  expect(link.getAttribute('href')).toMatch(/^\/tanks\/14\?tab=charts&from=.+&metrics=ph$/)
})

test('an item about a shift leads to its handover', async () => {
  const line = inboxItem({
    reason: 'handover',
    severity: 'info',
    title: 'Elif Demir vardiyayı size devretti',
    alarm_ids: [],
  })
  server.use(gives([line]), answers(alarmsApi.list, given.pageOf([])))
  const page = renderApp('/home', { user })
  await page.events.click(await page.findByRole('button', { name: '1 okunmamış bildirim' }))
  const link = await page.findByRole('link', { name: 'Vardiyaya git' })
  expect(link).toHaveAttribute('href', '/handover')
})

test('an item about the disk leads to the state of the server', async () => {
  const line = inboxItem({
    reason: 'low_disk',
    severity: 'warning',
    title: 'Sunucunun diskinde yer azalıyor',
    alarm_ids: [],
  })
  server.use(gives([line]), answers(alarmsApi.list, given.pageOf([])))
  const page = renderApp('/home', { user })
  await page.events.click(await page.findByRole('button', { name: '1 okunmamış bildirim' }))
  const link = await page.findByRole('link', { name: 'Sunucunun durumu' })
  expect(link).toHaveAttribute('href', '/admin')
})

test('an item about a forewarning leads to the chart of its tank', async () => {
  const title = 'Yaklaşıyor: TNK-014 Levrek, Tank sıcaklığı 30 dk – 2 sa içinde 16,5 °C üstüne çıkabilir'
  const line = inboxItem({ reason: 'forewarning', severity: 'info', title, alarm_ids: [], tank_id: 14 })
  server.use(gives([line]), answers(alarmsApi.list, given.pageOf([])))
  const page = renderApp('/home', { user })
  await page.events.click(await page.findByRole('button', { name: '1 okunmamış bildirim' }))
  const link = await page.findByRole('link', { name: `Grafikte göster: ${title}` })
  expect(link).toHaveAttribute('href', '/tanks/14?tab=charts&from=now-6h&to=now')
})

test('all inbox items are marked as read at once, up to the newest on screen', async () => {
  const asked: unknown[] = []
  let lines = [inboxItem({ id: 32 }), inboxItem({ id: 31 })]
  server.use(
    answers(notificationsApi.list, () => ({
      ...given.pageOf(lines),
      unread: lines.filter(({ read_at }) => read_at === null).length,
    })),
    answers(notificationsApi.read, ({ body }) => {
      asked.push(body)
      lines = lines.map((line) => ({ ...line, read_at: line.created_at }))
      return { unread: 0 }
    }),
  )
  const page = renderApp('/home', { user })
  await page.events.click(await page.findByRole('button', { name: '2 okunmamış bildirim' }))
  await page.events.click(await page.findByRole('button', { name: 'Tümünü okundu say' }))
  await waitFor(() => expect(page.queryByRole('button', { name: 'Tümünü okundu say' })).toBeNull())
  expect(asked).toEqual([{ up_to_id: 32 }])
})

test('a live message raises the count of the bell', async () => {
  let lines: InboxItem[] = []
  server.use(answers(notificationsApi.list, () => ({ ...given.pageOf(lines), unread: lines.length })))
  const page = renderApp('/home', { user })
  await page.findByRole('button', { name: 'Bildirimler' })
  await waitFor(() => expect(lastSocket()?.sent).toContain(`subscribe user.${user.id}`))
  lines = [inboxItem()]
  act(() => lastSocket()?.say(`user.${user.id}`, 'notification', inboxItem()))
  expect(await page.findByRole('button', { name: '1 okunmamış bildirim' })).toBeVisible()
})

test('an empty notification centre says so, and one that cannot be loaded has a retry button', async () => {
  const page = renderApp('/home', { user })
  const bell = await page.findByRole('button', { name: 'Bildirimler' })
  await page.events.click(bell)
  expect(await page.findByText('Bildirim yok')).toBeVisible()
  await page.events.keyboard('{Escape}')
  server.use(refuses(notificationsApi.list, 403, 'forbidden'))
  await act(() => page.cache.resetQueries({ queryKey: ['notifications'] }))
  // The name changes when the answer arrives.
  await page.events.click(await page.findByRole('button', { name: /^Bildirimler/ }))
  expect(await page.findByText('Bildirimler yüklenemedi')).toBeVisible()
  expect(page.getByRole('button', { name: 'Tekrar dene' })).toBeVisible()
})

test('a user who receives no notifications has no bell', async () => {
  const page = renderApp('/home', { user: given.user({ role: 'customer' }) })
  await page.findByRole('heading', { level: 1 })
  expect(page.queryByRole('button', { name: 'Bildirimler' })).toBeNull()
})
