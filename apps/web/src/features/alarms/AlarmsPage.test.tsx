import { type Alarm, alarmsApi } from '@dalyan/contracts/alarms'
import { homeApi } from '@dalyan/contracts/home'
import { incidentsApi } from '@dalyan/contracts/incidents'
import { act, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { savedFiles } from '../../../tests/saved-files.ts'
import { alarmKeys } from './public/alarms.queries.ts'

const TNK3 = { id: 3, code: 'TNK-003', name: 'Çipura 1' }
const admin = () => given.user({ role: 'admin' })
const operator = () => given.user({ role: 'operator' })
/** Out of range for 38 seconds. */
const RETURNED = {
  from: new Date(Date.now() - 300_000).toISOString(),
  to: new Date(Date.now() - 262_000).toISOString(),
}
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** The server's alarms; a test changes them as other users and terminals would. */
let alarms: Alarm[] = []
let asked: URL[] = []
let sent: unknown[] = []
const change = (id: number, part: Partial<Alarm>): Alarm => {
  alarms = alarms.map((alarm) => (alarm.id === id ? { ...alarm, ...part } : alarm))
  return alarms.find((alarm) => alarm.id === id) ?? given.alarm({ id })
}
// Their first import takes longer on a busy machine than a test waits for an element.
beforeAll(() =>
  Promise.all([
    import('./AlarmsPage.tsx'),
    import('./AlarmDialogs.tsx'),
    import('../../shared/export/ExportButton.tsx'),
  ]),
)
beforeEach(() => {
  alarms = [
    given.alarm(),
    given.alarm({
      id: 8,
      tank: TNK3,
      metric: 'salinity',
      severity: 'warning',
      value: 33.6,
      peak: 0,
      kind: 'low',
      state: 'rtn_unack',
      occurrence_peak: 0,
      limit: 25,
      out_since: RETURNED.from,
      cleared_at: RETURNED.to,
      latest: { value: 28.3, measured_at: new Date().toISOString() },
    }),
  ]
  asked = []
  sent = []
  const isShelved = ({ shelved_until }: Alarm) => shelved_until !== null
  server.use(
    answers(alarmsApi.list, ({ url }) => {
      asked.push(url)
      const status = url.searchParams.get('status')
      return given.pageOf(
        alarms.filter((alarm) =>
          status === 'closed'
            ? alarm.state === 'closed'
            : alarm.state !== 'closed' && isShelved(alarm) === (status === 'shelved'),
        ),
      )
    }),
    answers(incidentsApi.list, () =>
      given.pageOf(
        alarms.filter(({ state }) => state !== 'closed').map((alarm) => given.incident([alarm], { id: alarm.id })),
      ),
    ),
    answers(alarmsApi.acknowledgeMany, ({ body }) => {
      sent.push(body)
      const { ids, note } = body as { ids: number[]; note: string | null }
      const data = ids.map((id) =>
        change(id, {
          state: alarms.find((alarm) => alarm.id === id)?.state === 'rtn_unack' ? 'closed' : 'active_ack',
          note,
          acknowledged_by: { id: 1, name: 'Zeynep' },
        }),
      )
      return { data, skipped: [] }
    }),
  )
})

const rowOf = (page: ReturnType<typeof renderApp>, code: string) => {
  const row = page.getByText(code).closest('tr')
  if (!row) throw new Error(`no row of ${code}`)
  return row
}

test('the alarm list shows severity, condition, value, limit and duration, and the tabs show counts', async () => {
  const page = renderApp('/alarms?view=alarms', { user: admin() })
  await page.findByRole('table')
  expect(rowOf(page, 'TNK-014')).toHaveTextContent(
    /KritikAktif, onay bekliyor.*pH yüksek.*8,59 \/ 8,30.*En yüksek 8,61.*38 dk/,
  )
  expect(rowOf(page, 'TNK-003')).toHaveTextContent(
    /UyarıNormale döndü, onay bekliyor.*Tuzluluk düşük.*en düşük ‰0,0 \(sınır ‰25,0\)şimdi ‰28,3.*–\d\d:\d\d, 38 sn/,
  )
  expect(page.getByRole('link', { name: 'Açık 2' })).toHaveAttribute('aria-current', 'page')
  expect(page.getByRole('link', { name: 'Ertelenenler 0' })).toHaveAttribute('href', '/alarms?tab=shelved')
})

test('Onayla needs no dialog, and the row stays and names the user', async () => {
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  await page.events.click(await page.findByRole('button', { name: 'Onayla: TNK-003, Tuzluluk düşük' }))
  expect(await page.findByText('1 alarm onaylandı')).toBeVisible()
  expect(sent).toEqual([{ ids: [8], note: null }])
  // The server no longer lists it, but the pointer is still in the list.
  await waitFor(() => expect(rowOf(page, 'TNK-003')).toHaveTextContent('Kapandı'))
  expect(rowOf(page, 'TNK-003')).toHaveTextContent('Zeynep')
  // The pressed button is gone; the focus stays in its row.
  await waitFor(() => expect(rowOf(page, 'TNK-003')).toContainElement(document.activeElement as HTMLElement))
  await page.events.hover(page.getByRole('table'))
  await page.events.unhover(page.getByRole('table'))
  act(() => (document.activeElement as HTMLElement).blur())
  await waitFor(() => expect(page.queryByText('TNK-003')).toBeNull())
})

test('the focus stays in the acknowledged row while the list is slow and a live message refetches it', async () => {
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  const button = await page.findByRole('button', { name: /^Onayla: TNK-014/ })
  const list = Promise.withResolvers<undefined>()
  let late = 0
  server.use(
    http.get(`*${alarmsApi.list.path}`, async () => {
      late += 1
      await list.promise
      return HttpResponse.json(given.pageOf(alarms))
    }),
  )
  await page.events.click(button)
  await waitFor(() => expect(late).toBeGreaterThan(0))
  const before = late
  void page.cache.invalidateQueries({ queryKey: alarmKeys.all })
  await waitFor(() => expect(late).toBeGreaterThan(before))
  // Longer than the focus would be checked after the answer.
  await new Promise((done) => setTimeout(done, 50))
  list.resolve(undefined)
  await waitFor(() => expect(page.queryByRole('button', { name: /^Onayla: TNK-014/ })).toBeNull())
  await waitFor(() => expect(rowOf(page, 'TNK-014')).toContainElement(document.activeElement as HTMLElement))
})

test('an alarm is acknowledged with a note by its menu', async () => {
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  await page.findByRole('table')
  await page.events.click(within(rowOf(page, 'TNK-014')).getByRole('button', { name: /diğer işlemler/ }))
  await page.events.click(await page.findByRole('menuitem', { name: 'Not ekleyerek onayla' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Alarmı onayla: TNK-014, pH yüksek' }))
  await page.events.type(dialog.getByRole('textbox', { name: 'Not' }), 'Pompa değişti')
  await page.events.click(dialog.getByRole('button', { name: 'Onayla' }))
  await waitFor(() => expect(sent).toEqual([{ ids: [7], note: 'Pompa değişti' }]))
})

test('all waiting alarms on screen can be acknowledged together', async () => {
  alarms.push(given.alarm({ id: 9, tank: { ...TNK3, code: 'TNK-009' }, metric: 'orp', state: 'active_ack' }))
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  await page.events.click(await page.findByRole('checkbox', { name: 'Bu sayfadakilerin tümünü seç' }))
  expect(page.getByRole('checkbox', { name: /TNK-009/ })).toBeDisabled()
  await page.events.click(page.getByRole('button', { name: 'Seçilen 2 alarmı onayla' }))
  expect(await page.findByText('2 alarm onaylandı')).toBeVisible()
  expect(sent).toEqual([{ ids: [7, 8], note: null }])
  await waitFor(() => expect(page.queryByRole('button', { name: /Seçilen/ })).toBeNull())
})

test('a refused acknowledgement is shown above the list, and the alarm still waits', async () => {
  server.use(refuses(alarmsApi.acknowledgeMany, 403, 'forbidden'))
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  await page.events.click(await page.findByRole('button', { name: /^Onayla: TNK-014/ }))
  expect(await page.findByRole('alert')).toHaveTextContent('Alarm onaylanamadı')
  expect(page.getByRole('button', { name: /^Onayla: TNK-014/ })).toBeEnabled()
})

test('new alarms wait behind a button while a user is in the list', async () => {
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  await page.events.hover(await page.findByRole('table'))
  alarms = [given.alarm({ id: 10, tank: { ...TNK3, code: 'TNK-077' }, metric: 'orp' }), ...alarms]
  await page.cache.invalidateQueries({ queryKey: alarmKeys.all })
  const button = await page.findByRole('button', { name: '1 yeni alarm – göster' })
  expect(page.queryByText('TNK-077')).toBeNull()
  await page.events.click(button)
  expect(await page.findByText('TNK-077')).toBeVisible()
  expect(page.queryByRole('button', { name: /yeni alarm/ })).toBeNull()
})

test('new alarms wait behind a button while the list is paused', async () => {
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  await page.findByRole('table')
  await page.events.click(page.getByRole('button', { name: 'Duraklat' }))
  alarms = [given.alarm({ id: 10, tank: { ...TNK3, code: 'TNK-077' }, metric: 'orp' }), ...alarms]
  await page.cache.invalidateQueries({ queryKey: alarmKeys.all })
  expect(await page.findByRole('button', { name: '1 yeni alarm – göster' })).toBeVisible()
  expect(page.getByText('Duraklatıldı')).toBeVisible()
  await page.events.click(page.getByRole('button', { name: 'Sürdür' }))
  expect(await page.findByText('TNK-077')).toBeVisible()
})

test('the dialog that shelves a warning says that a critical value is still notified', async () => {
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  await page.events.click(await page.findByRole('button', { name: 'Ertele: TNK-003, Tuzluluk düşük' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Alarmı ertele: TNK-003, Tuzluluk düşük' }))
  expect(
    dialog.getByText(
      'Bu tankta ‘Tuzluluk düşük’ uyarıları süre dolana kadar size bildirilmez. Kritik olursa yine haber verilir.',
    ),
  ).toBeVisible()
})

test('the dialog that shelves closes before the new list arrives, and the focus stays in the shelved row', async () => {
  const list = Promise.withResolvers<undefined>()
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  await page.events.click(await page.findByRole('button', { name: /^Ertele: TNK-014/ }))
  const dialog = within(await page.findByRole('dialog'))
  server.use(
    answers(alarmsApi.shelve, () => change(7, { shelved_until: inMinutes(60), shelve_reason: 'bakım' })),
    // The open alarms no longer include it.
    http.get(`*${alarmsApi.list.path}`, async () => {
      await list.promise
      return HttpResponse.json(given.pageOf(alarms.slice(1)))
    }),
  )
  await page.events.type(dialog.getByRole('textbox', { name: /Neden/ }), 'bakım')
  await page.events.click(dialog.getByRole('button', { name: 'Ertele' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(page.getByRole('button', { name: /^Ertele: TNK-014/ })).toHaveFocus())
  list.resolve(undefined)
  expect(await page.findByRole('button', { name: /^Ertelemeyi kaldır: TNK-014/ })).toHaveFocus()
})

test('an alarm is shelved for a chosen time with a reason, and unshelved', async () => {
  const body: unknown[] = []
  server.use(
    answers(alarmsApi.shelve, (call) => {
      body.push(call.body)
      return change(7, { shelved_until: inMinutes(15), shelve_reason: 'Sensör temizliği' })
    }),
    answers(alarmsApi.unshelve, () => change(7, { shelved_until: null, shelve_reason: null })),
  )
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  await page.events.click(await page.findByRole('button', { name: 'Ertele: TNK-014, pH yüksek' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Alarmı ertele: TNK-014, pH yüksek' }))
  // A critical alarm has no higher severity, so the dialog promises no notification.
  expect(dialog.getByText('Bu tankta ‘pH yüksek’ uyarıları süre dolana kadar size bildirilmez.')).toBeVisible()
  await page.events.click(dialog.getByRole('button', { name: 'Ertele' }))
  expect((await dialog.findAllByText('Neden gerekli')).length).toBeGreaterThan(0)
  await page.events.click(dialog.getByRole('combobox', { name: /Süre/ }))
  await page.events.click(await page.findByRole('option', { name: '15 dakika' }))
  await page.events.type(dialog.getByRole('textbox', { name: /Neden/ }), 'Sensör temizliği')
  await page.events.click(dialog.getByRole('button', { name: 'Ertele' }))
  await waitFor(() => expect(body).toEqual([{ minutes: 15, reason: 'Sensör temizliği' }]))
  await page.events.click(await page.findByRole('link', { name: 'Ertelenenler 1' }))
  await waitFor(() => expect(page.address()).toBe('/alarms?tab=shelved'))
  await page.findByText(/Ertelendi · bitiş/)
  expect(rowOf(page, 'TNK-014')).toHaveTextContent('Neden: Sensör temizliği')
  await page.events.click(page.getByRole('button', { name: 'Ertelemeyi kaldır: TNK-014, pH yüksek' }))
  expect(await page.findByText('Erteleme kaldırıldı')).toBeVisible()
})

test.each([
  ['operator', 'warning', 8],
  ['admin', 'critical', 8],
  ['admin', 'warning', 168],
] as const)('the shelving time typed by %s for a %s alarm is at most %d hours', async (role, severity, hours) => {
  alarms = [given.alarm({ severity })]
  const body: unknown[] = []
  server.use(
    answers(alarmsApi.shelve, (call) => {
      body.push(call.body)
      return change(7, { shelved_until: inMinutes(90), shelve_reason: 'bakım' })
    }),
  )
  const page = renderApp('/alarms?view=alarms', { user: given.user({ role }) })
  await page.events.click(await page.findByRole('button', { name: /^Ertele: / }))
  const dialog = within(await page.findByRole('dialog'))
  await page.events.click(dialog.getByRole('combobox', { name: /Süre/ }))
  await page.events.click(await page.findByRole('option', { name: 'Başka bir süre' }))
  await page.events.type(dialog.getByRole('textbox', { name: /Neden/ }), 'bakım')
  const field = dialog.getByRole('textbox', { name: /Süre \(saat\)/ })
  await page.events.type(field, String(hours + 1))
  await page.events.click(dialog.getByRole('button', { name: 'Ertele' }))
  expect((await dialog.findAllByText(`1 dakika ile ${hours} saat arasında olmalı`)).length).toBeGreaterThan(0)
  await page.events.clear(field)
  await page.events.type(field, '1,5')
  await page.events.click(dialog.getByRole('button', { name: 'Ertele' }))
  await waitFor(() => expect(body).toEqual([{ minutes: 90, reason: 'bakım' }]))
})

test('more than ten alarms within ten minutes are grouped by tank, critical ones first', async () => {
  alarms = Array.from({ length: 12 }, (_, i) =>
    given.alarm({
      id: 100 + i,
      tank: i < 6 ? TNK3 : { ...TNK3, id: 4, code: 'TNK-004' },
      severity: i === 8 ? 'critical' : 'warning',
      raised_at: inMinutes(-1),
    }),
  )
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  expect(await page.findByText('12 alarm birlikte geldi. Önce kritik olanlar gösteriliyor.')).toBeVisible()
  expect(page.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'TNK-004',
    'TNK-003',
  ])
  const group = within(page.getByRole('region', { name: 'TNK-004' }))
  expect(group.getAllByRole('button', { name: /^Onayla/ })).toHaveLength(1)
  await page.events.click(group.getByRole('button', { name: '+5 alarm daha' }))
  expect(group.getAllByRole('button', { name: /^Onayla/ })).toHaveLength(6)
})

test('an alarm that occurs repeatedly is marked with its number of occurrences', async () => {
  alarms = [given.alarm({ chattering: true, occurrences: 7 })]
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  await page.findByRole('table')
  expect(rowOf(page, 'TNK-014')).toHaveTextContent('Sürekli tekrarlıyor · 7 kez')
})

test('the chart link of an alarm starts an hour before the alarm began', async () => {
  alarms = [given.alarm({ out_since: '2026-07-09T10:52:00.000Z' })]
  const page = renderApp('/alarms?view=alarms', { user: given.user({ role: 'customer' }) })
  await page.events.click(await page.findByRole('button', { name: /^Grafikte göster/ }))
  await waitFor(() => expect(page.address()).toBe('/tanks/14?tab=charts&from=2026-07-09T12%3A52&to=now&metrics=ph'))
})

test('a customer sees alarms without action buttons', async () => {
  const page = renderApp('/alarms?view=alarms', { user: given.user({ role: 'customer' }) })
  await page.findByRole('table')
  for (const name of [/^Onayla/, /^Ertele/]) expect(page.queryByRole('button', { name })).toBeNull()
  expect(page.queryByRole('checkbox')).toBeNull()
})

test('the history has filters by firm, page sizes and an export', async () => {
  const saved = savedFiles()
  const wanted: URLSearchParams[] = []
  server.use(
    http.get('*/api/alarms/export', ({ request }) => {
      wanted.push(new URL(request.url).searchParams)
      return new HttpResponse('No', { headers: { 'content-disposition': 'attachment; filename="alarmlar.csv"' } })
    }),
  )
  alarms = [given.alarm({ state: 'closed' })]
  const page = renderApp('/alarms?tab=history&firm=3&per_page=50&metric=ph', { user: admin() })
  await page.findByRole('table')
  const closed = asked.filter((url) => url.searchParams.get('status') === 'closed').at(-1)?.searchParams
  expect(Object.fromEntries(closed ?? [])).toMatchObject({ firm_id: '3', per_page: '50', metric: 'ph' })
  await page.events.click(await page.findByRole('button', { name: 'CSV indir' }))
  await waitFor(() => expect(saved).toEqual(['alarmlar.csv']))
  expect(Object.fromEntries(wanted[0] ?? [])).toEqual({ status: 'closed', metric: 'ph', firm_id: '3', locale: 'tr' })
})

test('the alarms address contains tab, filters and page; invalid values are dropped', async () => {
  alarms = []
  const page = renderApp('/alarms?tab=history&severity=critical,loud&tank=14&metric=ph&from=now-7d&page=2', {
    user: admin(),
  })
  // The history of a window also lists alarms that are still open.
  await waitFor(() => expect(asked.some((url) => url.searchParams.get('status') === 'all')).toBe(true))
  const query = asked.find((url) => url.searchParams.get('status') === 'all')?.searchParams
  expect(Object.fromEntries(query ?? [])).toMatchObject({
    severity: 'critical',
    tank_id: '14',
    metric: 'ph',
    page: '2',
    sort: '-raised_at',
  })
  expect(Date.now() - Date.parse(query?.get('from') ?? '')).toBeGreaterThan(6.9 * 86_400_000)
  expect(await page.findByText('Sonuç bulunamadı')).toBeVisible()
  await page.events.click(page.getByRole('button', { name: 'Filtreleri temizle' }))
  await waitFor(() => expect(page.address()).toBe('/alarms?tab=history'))
  expect(await page.findByText('Bu dönemde kapanmış alarm yok')).toBeVisible()
})

test.each([
  [{ total: 4 }, '4 tankın hepsi aralıkta'],
  [{ total: 4, watched: 2 }, 'İzlenen 2 tank aralıkta. 2 tank izlenmiyor: şablonu ya da güncel verisi yok.'],
  [{ total: 4, watched: 0 }, 'Hiçbir tank izlenmiyor: etkin tankların şablonu ya da güncel verisi yok.'],
  [{ total: 4, active: 0, watched: 0 }, 'Henüz izlenen etkin bir tank yok.'],
  // Out of range, but not yet longer than the alarm delay.
  [{ total: 4, out_of_range: 1 }, '1 tankta değer aralık dışında'],
])('an empty list of open alarms says what is watched: %j', async (tanks, text) => {
  alarms = []
  server.use(answers(homeApi.home, given.home({ tanks })))
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  expect(await page.findByText('Açık alarm yok')).toBeVisible()
  expect(await page.findByText(text)).toBeVisible()
})

test('an alarm list that failed shows the reason and a retry button', async () => {
  server.use(refuses(alarmsApi.list, 503, 'not_ready'))
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  expect(await page.findByRole('alert')).toHaveTextContent('Alarmlar yüklenemedi')
  await page.quiet()
  server.use(answers(alarmsApi.list, given.pageOf(alarms)))
  await page.events.click(page.getByRole('button', { name: 'Tekrar dene' }))
  expect(await page.findByText('TNK-014')).toBeVisible()
})

test('a tab with an unknown count shows no zero', async () => {
  const late = Promise.withResolvers<undefined>()
  server.use(
    http.get(`*${alarmsApi.list.path}`, async () => {
      await late.promise
      return HttpResponse.json(given.pageOf(alarms))
    }),
  )
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  expect(await page.findByRole('link', { name: 'Açık …' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Ertelenenler …' })).toBeVisible()
  // A missing pill would say that no alarm waits.
  expect(page.getByRole('link', { name: 'Alarm sayısı bilinmiyor' })).toBeVisible()
  late.resolve(undefined)
  expect(await page.findByRole('link', { name: `Açık ${alarms.length}` })).toBeVisible()
})

test('the returned alarms of a tank share a line with one acknowledgement, and are shown on request', async () => {
  const back = { tank: TNK3, state: 'rtn_unack', out_since: RETURNED.from, cleared_at: RETURNED.to } as const
  alarms = [given.alarm(), given.alarm({ id: 8, ...back }), given.alarm({ id: 9, metric: 'orp', ...back })]
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  const folded = within(await page.findByRole('region', { name: 'TNK-003: 2 alarm normale döndü' }))
  expect(folded.getByText('pH yüksek, ORP yüksek · en uzunu 38 sn')).toBeVisible()
  expect(within(page.getByRole('table')).getAllByRole('row')).toHaveLength(2)
  await page.events.click(folded.getByRole('button', { name: 'TNK-003: normale dönen alarmları göster' }))
  expect(folded.getAllByRole('row')).toHaveLength(3)
  await page.events.click(folded.getByRole('button', { name: 'Hepsini onayla (2)' }))
  await waitFor(() => expect(sent).toEqual([{ ids: [8, 9], note: null }]))
  expect(await folded.findByText('2 alarm onaylandı')).toBeVisible()
  // The pressed button is gone; the focus stays in the line.
  await waitFor(() => expect(folded.getByRole('button', { name: /^TNK-003/ })).toHaveFocus())
})

test('an alarm that is out of range again leaves its group at once, even while a user is in the list', async () => {
  const back = { tank: TNK3, state: 'rtn_unack', out_since: RETURNED.from, cleared_at: RETURNED.to } as const
  alarms = [given.alarm({ id: 8, ...back }), given.alarm({ id: 9, metric: 'orp', ...back })]
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  const folded = await page.findByRole('region', { name: 'TNK-003: 2 alarm normale döndü' })
  await page.events.hover(folded)
  change(8, { state: 'active_unack', cleared_at: null })
  await page.cache.invalidateQueries({ queryKey: alarmKeys.all })
  await waitFor(() => expect(page.getByRole('table')).toHaveTextContent('Aktif, onay bekliyor'))
  expect(page.queryByRole('region', { name: /normale döndü/ })).toBeNull()
})

test('a reopened alarm shows each occurrence, and the earlier acknowledgement only at its own', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  alarms = [given.alarm({ state: 'active_ack', occurrences: 3, occurrence_peak: 8.4, out_since: at(5) })]
  const none = { acknowledged_at: null, acknowledged_by: null, note: null }
  server.use(
    answers(alarmsApi.occurrences, {
      data: [
        {
          number: 2,
          out_since: at(40),
          raised_at: at(40),
          cleared_at: at(30),
          value: 8.5,
          peak: 8.6,
          acknowledged_at: at(35),
          acknowledged_by: { id: 3, name: 'Elif Demir' },
          note: 'Pompa durmuş',
        },
        { number: 3, out_since: at(5), raised_at: at(5), cleared_at: null, value: 8.4, peak: 8.4, ...none },
      ],
    }),
  )
  const page = renderApp('/alarms?view=alarms', { user: operator() })
  await page.findByRole('table')
  expect(rowOf(page, 'TNK-014')).toHaveTextContent('Yeniden aktif, önceki onay geçerli')
  await page.events.click(page.getByRole('button', { name: 'TNK-014, pH yüksek: 3 kez' }))
  const course = within(await page.findByRole('dialog', { name: 'Alarmın seyri: TNK-014, pH yüksek' }))
  const [newest, earlier] = await course.findAllByRole('listitem')
  expect(newest).toHaveTextContent(/3\. kez.*5 dk · sürüyor.*en yüksek 8,40 \(sınır 8,30\).*Onaylanmadı/)
  expect(earlier).toHaveTextContent(/2\. kez.*10 dk.*en yüksek 8,60.*Onaylayan: Elif Demir · .*Not: Pompa durmuş/)
  expect(course.getByText('İlk 1 kezin kaydı yok.')).toBeVisible()
})
