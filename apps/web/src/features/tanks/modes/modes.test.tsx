import { journalApi } from '@dalyan/contracts/journal'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { tankModesApi, type TankMode } from '@dalyan/contracts/tank-modes'
import { tanksApi, type Tank } from '@dalyan/contracts/tanks'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { answers, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

beforeAll(() =>
  Promise.all([
    import('../detail/TankDetailPage.tsx'),
    import('../detail/side/SideView.tsx'),
    import('../TanksPage.tsx'),
  ]),
)

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const cleaning = (minutes: number): TankMode => ({
  name: 'cleaning',
  until: inMinutes(minutes),
  metrics: ['ph', 'salinity'],
  by: { id: 3, name: 'Elif Demir' },
})

function open(address: string, tank: Partial<Tank>, role: 'operator' | 'customer' = 'operator') {
  const sent: unknown[] = []
  const full = given.tank(tank)
  server.use(
    answers(tanksApi.get, full),
    answers(tanksApi.list, { ...given.pageOf([full]), counts: { out_of_range: 0, stale: 0 } }),
    answers(tankModesApi.start, ({ body }) => {
      sent.push(body)
      return { ...cleaning(30), ...(body as object) }
    }),
    answers(measurementsApi.tankSeries, { from: '', to: '', bucket_seconds: 0, times: [], metrics: {} }),
    answers(tankModesApi.end, () => void sent.push('end')),
  )
  return { ...renderApp(address, { user: given.user({ role }) }), sent }
}

test('the banner says how long a mode lasts, what it holds and what is watched, and ends it', async () => {
  const { events, sent } = open('/tanks/14', { mode: cleaning(21.5) })
  const name = await screen.findByText('Temizlik: 22 dk kaldı')
  const banner = name.closest<HTMLElement>('section')
  expect(banner).toHaveTextContent('pH ve Tuzluluk uyarıları duruyor. ORP izleniyor. Başlatan: Elif Demir')
  await events.click(within(banner ?? document.body).getByRole('button', { name: 'Bitir: Temizlik' }))
  await waitFor(() => expect(screen.queryByText('Temizlik: 22 dk kaldı')).toBeNull())
  expect(await screen.findByText('Temizlik bitti')).toBeVisible()
  expect(sent).toEqual(['end'])
})

test('a customer sees the mode without a button, and a mode whose time is over is not shown', async () => {
  const page = open('/tanks/14', { mode: cleaning(10) }, 'customer')
  expect(await screen.findByText('Temizlik: 10 dk kaldı')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Bitir/ })).toBeNull()
  page.unmount()
  open('/tanks/14', { mode: cleaning(-1) })
  expect(await screen.findByRole('heading', { level: 1, name: /TNK-014/ })).toBeVisible()
  expect(screen.queryByText(/^Temizlik:/)).toBeNull()
})

test('one touch in the side view starts a mode', async () => {
  const { events, sent } = open('/tanks/14?view=side', {})
  await events.click(await screen.findByRole('button', { name: /^Temizlik 30\sdk$/ }))
  expect(await screen.findByText('Temizlik: 30 dk kaldı')).toBeVisible()
  expect(sent).toEqual([
    {
      name: 'cleaning',
      minutes: 30,
      metrics: ['ph', 'salinity', 'orp', 'conductivity', 'dissolved_oxygen', 'oxygen_saturation'],
    },
  ])
})

test('a mode that the server refuses is not shown as started', async () => {
  const { events } = open('/tanks/14?view=side', {})
  server.use(refuses(tankModesApi.start, 409, 'record_deleted'))
  await events.click(await screen.findByRole('button', { name: /^Temizlik 30\sdk$/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Bakım modu başlatılamadı')
  expect(screen.queryByText(/kaldı$/)).toBeNull()
})

test('the dialog offers the length and metrics of each mode, and sends what the user chose', async () => {
  const { events, sent, address } = open('/tanks/14?dialog=mode', {})
  const dialog = within(await screen.findByRole('dialog', { name: 'TNK-014: bakım modu' }))
  await events.click(dialog.getByRole('combobox', { name: /Yapılan iş/ }))
  await events.click(await screen.findByRole('option', { name: 'Tedavi' }))
  const minutes = dialog.getByRole('textbox', { name: /Süre/ })
  expect(minutes).toHaveValue('120')
  await events.clear(minutes)
  await events.type(minutes, '2000')
  await events.click(dialog.getByRole('button', { name: 'Modu başlat' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('1 ile 1.440 arasında bir tam sayı girin')
  await events.clear(minutes)
  await events.type(minutes, '90')
  await events.click(dialog.getByRole('switch', { name: 'İletkenlik' }))
  await events.click(dialog.getByRole('button', { name: 'Modu başlat' }))
  await waitFor(() => expect(address()).toBe('/tanks/14'))
  expect(sent).toEqual([{ name: 'treatment', minutes: 90, metrics: ['ph', 'salinity', 'orp'] }])
})

test('the charts shade the time in which a mode held their metric, and mark the entries of the journal', async () => {
  const now = Math.floor(Date.now() / 1000)
  const value = { min: [8], avg: [8], max: [8] }
  open('/tanks/14?tab=charts&metrics=ph,orp', {})
  server.use(
    answers(measurementsApi.tankSeries, {
      from: inMinutes(-60),
      to: inMinutes(0),
      bucket_seconds: 0,
      times: [now - 600],
      metrics: { ph: value, orp: value },
    }),
    answers(tankModesApi.spans, { data: [{ ...cleaning(-20), from: inMinutes(-50) }] }),
    answers(journalApi.list, given.pageOf([given.journalEntry({ at: inMinutes(-30), note: 'Artemia' })])),
  )
  await waitFor(() => expect(document.querySelectorAll('[data-mark=feeding]')).toHaveLength(2))
  expect(document.querySelectorAll('[data-shade=cleaning]')).toHaveLength(1)
  expect(document.querySelector('[data-mark=feeding]')).toHaveAccessibleName(
    /^Yemleme · 400\sg · Artemia · .* · Elif Demir$/,
  )
})

test('a tile of a held value says so instead of an alarm', async () => {
  open('/tanks/14', given.tank({ values: { ph: 9 }, mode: cleaning(10) }))
  await screen.findByText('uyarısı duruyor')
  expect(document.querySelector('[data-metric=ph]')).toHaveTextContent('uyarısı duruyor')
  expect(document.querySelector('[data-metric=ph]')).toHaveAttribute('data-state', 'high')
})

test('the list shows the mode, and a value that it holds is not marked as an alarm', async () => {
  open('/tanks', given.tank({ mode: cleaning(21.5), values: { ph: 9 } }))
  expect(await screen.findAllByText('Temizlik: 22 dk kaldı')).not.toHaveLength(0)
  expect(screen.getAllByTitle('uyarısı duruyor')).not.toHaveLength(0)
})

test('one form starts a mode for all selected tanks, and their modes end together', async () => {
  const { events, sent } = open('/tanks', {})
  const tanks = [given.tank(), given.tank({ id: 15, code: 'TNK-015', mode: cleaning(10) })]
  server.use(answers(tanksApi.list, { ...given.pageOf(tanks), counts: { out_of_range: 0, stale: 0 } }))
  await events.click(await screen.findByRole('checkbox', { name: 'Bu sayfadakilerin tümünü seç' }))
  expect(await screen.findByText('2 kayıt seçildi')).toBeVisible()
  await events.click(screen.getByRole('button', { name: '1 tankta modu bitir' }))
  await waitFor(() => expect(sent).toEqual(['end']))
  await events.click(screen.getByRole('button', { name: 'Bakım modu' }))
  const dialog = within(await screen.findByRole('dialog', { name: '2 tank: bakım modu' }))
  await events.click(dialog.getByRole('button', { name: 'Modu başlat' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toMatchObject(['end', { name: 'cleaning', minutes: 30 }, { name: 'cleaning', minutes: 30 }])
  expect(screen.queryByText('2 kayıt seçildi')).toBeNull()
})

test('a customer selects no tanks', async () => {
  open('/tanks', {}, 'customer')
  expect(await screen.findByRole('link', { name: 'TNK-014' })).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: /seç/ })).toBeNull()
})
