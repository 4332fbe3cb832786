import { alarmsApi } from '@dalyan/contracts/alarms'
import { firmsApi } from '@dalyan/contracts/firms'
import {
  type Measurement,
  type MeasurementPage,
  measurementsApi,
  type Series,
  type Stats,
} from '@dalyan/contracts/measurements'
import { METRIC_KEYS, perMetric } from '@dalyan/contracts/metrics'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AskedCall, answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { setWidth } from '../../../tests/set-width.ts'

const user = given.user()
const DAY_S = 86_400
const tank = given.tank()
const other = given.tank({
  id: 3,
  code: 'TNK-003',
  name: 'Çipura 1',
  iots: tank.iots.map((terminal) => ({ ...terminal, id: 301, code: 'T-0301' })),
})
const tankOf = (url: URL) => (url.pathname.includes('/3') ? other : tank)

/** A day of pH by the hour, with one hour missing. */
function series(): Series {
  const end = Math.floor(Date.now() / 1000)
  const times = Array.from({ length: 24 }, (_, i) => end - DAY_S + i * 3600).filter((_, i) => i !== 12)
  const ph = times.map((_, i) => 8 + i / 100)
  return {
    from: new Date((end - DAY_S) * 1000).toISOString(),
    to: new Date(end * 1000).toISOString(),
    bucket_seconds: 0,
    times,
    metrics: { ph: { min: ph, avg: ph, max: ph } },
  }
}

const stats: Stats = perMetric((key) => ({
  min: key === 'ph' ? 7.9 : null,
  avg: key === 'ph' ? 8.1 : null,
  max: key === 'ph' ? 8.6 : null,
  count: key === 'ph' ? 2880 : 0,
  out_of_range_seconds: key === 'ph' ? 2592 : null,
}))

const readings: Measurement[] = [
  given.measurement({ ph: 8.59 }),
  given.measurement({ ph: 8.1, iot_id: null, measured_at: '2026-07-09T11:30:00.000Z' }),
  given.measurement({ ph: 8.2, tank_id: 3, iot_id: 301, clock_skew: true }),
]

let asked: AskedCall[]

/** The queries of the calls to a path, in the order of arrival. */
const queriesOf = (path: string) => asked.filter(({ url }) => url.pathname === path).map(({ url }) => url.searchParams)
const listed = () => queriesOf('/api/measurements').at(-1)
const listedOf = (tankId: number) => queriesOf(`/api/tanks/${tankId}/measurements`).at(-1)

// The first test must not wait for the page's code, which takes long on a busy machine.
beforeAll(async () => {
  await Promise.all([import('./MeasurementsPage.tsx'), import('./ExplorerCharts.tsx')])
})

function listPage(call: AskedCall): MeasurementPage {
  asked.push(call)
  const per_page = Number(call.url.searchParams.get('per_page'))
  const outside = { total: 10_000, total_capped: true }
  const total = call.url.searchParams.get('only_out_of_range') ? outside : { total: 2880 }
  return { ...given.pageOf(readings), last_page: Math.ceil(total.total / per_page), per_page, ...total }
}

beforeEach(() => {
  asked = []
  server.use(
    answers(measurementsApi.list, listPage),
    answers(measurementsApi.tankList, listPage),
    answers(measurementsApi.tankSeries, (call) => {
      asked.push(call)
      return series()
    }),
    answers(measurementsApi.terminalSeries, (call) => {
      asked.push(call)
      return series()
    }),
    answers(measurementsApi.tankStats, (call) => {
      asked.push(call)
      return stats
    }),
    answers(measurementsApi.tankSources, {
      data: [
        { id: 214, code: 'T-0214', is_on_tank: true },
        { id: 77, code: 'T-0077', is_on_tank: false },
      ],
    }),
    answers(alarmsApi.list, given.pageOf([])),
    answers(tanksApi.list, (call) => {
      asked.push(call)
      return given.page([tank, other])
    }),
    answers(tanksApi.get, ({ url }) => tankOf(url)),
    answers(terminalsApi.list, given.pageOf([given.terminal(), given.terminal({ id: 399, code: 'T-0399' })])),
  )
})
afterEach(() => vi.restoreAllMocks())

/** Picks an option of a combobox. */
async function pick(page: ReturnType<typeof renderApp>, field: string, option: string | RegExp) {
  await page.events.click(await page.findByRole('combobox', { name: field }))
  await page.events.click(await page.findByRole('option', { name: option }))
}

test('an operator selects a terminal of a tank, without requests that are for administrators only', async () => {
  server.use(
    refuses(terminalsApi.list, 403, 'forbidden'),
    refuses(firmsApi.list, 403, 'forbidden'),
    refuses(measurementsApi.terminalSeries, 403, 'forbidden'),
  )
  const operator = given.user({ role: 'operator' })
  const ofAll = renderApp('/measurements?iot_id=214', { user: operator })
  expect(await ofAll.findByText('Grafik için bir tank seçin')).toBeVisible()
  expect(ofAll.queryByRole('combobox', { name: 'Terminal' })).toBeNull()
  expect(ofAll.queryByRole('combobox', { name: 'Firma' })).toBeNull()
  expect(ofAll.queryByRole('alert')).toBeNull()
  ofAll.unmount()

  const ofOne = renderApp(`/measurements?tank=${tank.id}`, { user: operator })
  expect(await ofOne.findByRole('combobox', { name: 'Terminal' })).toBeVisible()
  expect(ofOne.queryByRole('alert')).toBeNull()
})

describe('all tanks on the measurements page', () => {
  test('are listed with their newest readings, under the charts of the first tank while none is in trouble', async () => {
    const page = renderApp('/measurements', { user })
    expect(await page.findByText('Tank seçilmedi; açık alarm yok, listedeki ilk tank gösteriliyor.')).toBeVisible()
    expect(await page.findByRole('img', { name: /pH grafiği/ })).toBeVisible()
    expect(queriesOf('/api/tanks/14/series')).toHaveLength(1)
    expect(await page.findByText('2.880 ölçüm')).toBeVisible()
    expect(await page.findByRole('link', { name: 'TNK-003' })).toHaveAttribute('href', '/tanks/3')
    expect(listed()?.get('sort')).toBe('-measured_at')
    expect(listed()?.has('filter_tank_id')).toBe(false)
    expect(document.title).toBe('Ölçümler · Dashboard · Ege Tank')
  })

  test('without any reading the last one of the first tank is offered, and without a tank it is said that there is none', async () => {
    server.use(answers(measurementsApi.list, given.pageOf([])))
    const page = renderApp('/measurements', { user })
    await page.events.click(await page.findByRole('button', { name: 'Son ölçüme git' }))
    await waitFor(() => expect(page.address()).toMatch(/^\/measurements\?tank=14/))
    page.unmount()
    server.use(answers(tanksApi.list, given.page([])))
    const empty = renderApp('/measurements', { user })
    expect(await empty.findByText('Gösterilecek tank yok')).toBeVisible()
  })

  test('have readings that show values out of range, their source and a wrong clock', async () => {
    const page = renderApp('/measurements', { user })
    const table = within(await page.findByRole('region', { name: 'Ölçüm listesi' }))
    await waitFor(() => expect(table.getByText('8,59')).toHaveTextContent('8,59 ↑ Yüksek'))
    expect(getComputedStyle(table.getByText('8,59')).fontWeight).toBe('700')
    expect(table.getByText('Elle girildi')).toBeVisible()
    expect(table.getByText('09.07.2026 14:30:00')).toBeVisible()
    expect(await table.findByText('T-0301')).toBeVisible()
    expect(table.getByText('Saat hatalı')).toBeVisible()
  })

  test('can be sorted by time in both directions, with page and page size in the address', async () => {
    const page = renderApp('/measurements', { user })
    await page.events.click(await page.findByRole('button', { name: 'Zaman' }))
    await waitFor(() => expect(page.address()).toBe('/measurements?sort=measured_at'))
    await waitFor(() => expect(listed()?.get('sort')).toBe('measured_at'))
    await page.events.click(page.getByRole('button', { name: 'Zaman' }))
    await waitFor(() => expect(page.address()).toBe('/measurements'))
    await page.events.click(page.getByRole('button', { name: 'Sonraki sayfaya git' }))
    await waitFor(() => expect(page.address()).toBe('/measurements?page=2'))
    await waitFor(() => expect(listed()?.get('page')).toBe('2'))
  })

  test('can be filtered by the server to readings out of range, with a `+` after a capped total', async () => {
    const page = renderApp('/measurements?view=table&page=3', { user })
    await page.events.click(await page.findByRole('switch', { name: 'Yalnızca aralık dışı' }))
    await waitFor(() => expect(page.address()).toBe('/measurements?view=table&out=1'))
    await waitFor(() => expect(listed()?.get('only_out_of_range')).toBe('1'))
    expect(listed()?.get('metrics')).toBeNull()
    expect(await page.findByText('10.000+ aralık dışı ölçüm')).toBeVisible()
    expect(page.getByText('1–25 / 10.000+')).toBeVisible()
    await page.events.click(page.getByRole('combobox', { name: 'Ölçüm türleri' }))
    await page.events.click(await page.findByRole('option', { name: 'pH' }))
    await waitFor(() => expect(listed()?.get('metrics')).toBe('ph'))
  })

  test('say that no reading is out of range, and lead back to all', async () => {
    server.use(answers(measurementsApi.tankList, given.pageOf([])))
    const page = renderApp('/measurements?tank=14&out=1', { user })
    expect(await page.findByText('Bu aralıkta aralık dışı ölçüm yok')).toBeVisible()
    expect(await page.findByRole('img', { name: /pH grafiği/ })).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Hepsini göster' }))
    await waitFor(() => expect(page.address()).toBe('/measurements?tank=14'))
  })

  test('can be filtered by firm', async () => {
    const page = renderApp('/measurements?firm=1&iot_id=399', { user })
    await page.findByText('2.880 ölçüm')
    expect(listed()?.get('filter_firm_id')).toBe('1')
    expect(listed()?.get('iot_id')).toBe('399')
    expect(await page.findByDisplayValue('T-0399')).toBeVisible()
  })
})

describe('one tank on the measurements page', () => {
  test('is found by the server and shown with its list, charts, summary and terminals', async () => {
    const page = renderApp('/measurements', { user })
    await page.events.type(await page.findByRole('combobox', { name: 'Tank' }), 'lev')
    await waitFor(() => expect(queriesOf('/api/tanks').at(-1)?.get('search')).toBe('lev'))
    await page.events.click(await page.findByRole('option', { name: /TNK-014/ }))
    expect(page.address()).toBe('/measurements?tank=14')

    expect(await page.findByRole('img', { name: /pH grafiği/ })).toHaveAttribute('data-chart', 'ph')
    await waitFor(() => expect(listedOf(14)?.get('sort')).toBe('-measured_at'))
    expect(listedOf(14)?.has('filter_tank_id')).toBe(false)
    expect(await page.findByText(/2.880 ölçüm · Aralık dışında geçen süre: en çok %3 \(pH\)/)).toBeVisible()
    const row = within(await page.findByRole('table', { name: 'TNK-014: özet' })).getByRole('row', { name: /^pH/ })
    expect(row).toHaveTextContent('pH7,908,108,6043 dk')

    await page.events.click(page.getByRole('combobox', { name: 'Terminal' }))
    await page.findByRole('option', { name: /T-0077/ })
    // A terminal that left the tank still has readings of it.
    expect(page.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'T-0214',
      'T-0077Artık bu tankta değil',
    ])
    await page.events.click(page.getByRole('option', { name: /T-0077/ }))
    await waitFor(() => expect(listedOf(14)?.get('iot_id')).toBe('77'))
    expect(page.getByRole('combobox', { name: 'Terminal' })).toHaveValue('T-0077')
  })

  test('can be filtered by a terminal, in list, charts and statistics', async () => {
    const page = renderApp('/measurements?tank=14&iot_id=214', { user })
    expect(await page.findByRole('img', { name: /pH grafiği/ })).toBeVisible()
    const paths = ['/api/tanks/14/measurements', '/api/tanks/14/series', '/api/tanks/14/measurements/stats']
    await waitFor(() => {
      for (const path of paths) expect(queriesOf(path).at(-1)?.get('iot_id')).toBe('214')
    })
  })

  test('can be replaced by a terminal, with its charts over all its tanks', async () => {
    const page = renderApp('/measurements?iot_id=399&metrics=ph', { user })
    expect(await page.findByRole('img', { name: /pH grafiği/ })).toBeVisible()
    expect(queriesOf('/api/iots/399/series')).toHaveLength(1)
    expect(page.queryByText('Grafik için bir tank seçin')).toBeNull()
  })

  test('shows charts, table or both, by the address', async () => {
    const page = renderApp('/measurements?tank=14&metrics=ph', { user })
    await page.findByRole('img', { name: /pH grafiği/ })
    expect(page.getByRole('region', { name: 'Ölçüm listesi' })).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Grafik' }))
    expect(page.address()).toBe('/measurements?tank=14&metrics=ph&view=chart')
    expect(page.queryByRole('region', { name: 'Ölçüm listesi' })).toBeNull()
    await page.events.click(page.getByRole('button', { name: 'Tablo' }))
    expect(page.address()).toBe('/measurements?tank=14&metrics=ph&view=table')
    expect(page.queryByRole('img', { name: /pH grafiği/ })).toBeNull()
    expect(page.getByRole('region', { name: 'Ölçüm listesi' })).toBeVisible()
  })

  test('shows two metrics of different units in one chart, each with its axis and its limits', async () => {
    const day = series()
    const orp = day.times.map((_, i) => 200 + i)
    const both = { ...day, metrics: { ...day.metrics, orp: { min: orp, avg: orp, max: orp } } }
    server.use(answers(measurementsApi.tankSeries, both))
    const page = renderApp('/measurements?tank=14&view=chart', { user })
    await page.events.click(await page.findByRole('button', { name: 'İki eksende tek grafik' }))
    expect(page.address()).toBe('/measurements?tank=14&metrics=ph,orp&view=chart&axes=2')
    const chart = await page.findByRole('img', { name: /pH grafiği.*ORP grafiği/ })
    const card = within(chart.closest('li') as HTMLElement)
    expect(card.getByRole('heading', { name: 'pH · ORP (mV)' })).toBeVisible()
    expect(card.getByText(/^sol eksen/)).toBeVisible()
    expect(card.getByText(/^sağ eksen/)).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Ayrı grafikler' }))
    expect(page.address()).toBe('/measurements?tank=14&metrics=ph,orp&view=chart')
    expect(await page.findByRole('img', { name: /^ORP grafiği/ })).toBeVisible()
  })

  test('keeps relative times in the address and sends absolute ones to the server', async () => {
    const page = renderApp('/measurements?tank=14', { user })
    await page.findByRole('img', { name: /pH grafiği/ })
    await pick(page, 'Tarih aralığı', 'Son 1 yıl')
    await waitFor(() => expect(page.address()).toBe('/measurements?tank=14&from=now-365d&to=now'))
    await waitFor(() => {
      const query = queriesOf('/api/tanks/14/series').at(-1)
      const width = Date.parse(query?.get('to') ?? '') - Date.parse(query?.get('from') ?? '')
      expect(width).toBe(365 * DAY_S * 1000)
    })
    await page.events.click(page.getByRole('button', { name: 'Önceki aralık' }))
    await waitFor(() => expect(page.address()).toMatch(/from=\d{4}-\d\d-\d\dT\d\d%3A\d\d&to=/))
  })

  test('has buttons that make the window wider and narrower while it follows the clock', async () => {
    const page = renderApp('/measurements?view=table', { user })
    await page.events.click(await page.findByRole('button', { name: 'Aralığı daralt' }))
    await waitFor(() => expect(page.address()).toBe('/measurements?from=now-12h&to=now&view=table'))
    expect(page.getByRole('combobox', { name: 'Tarih aralığı' })).toHaveTextContent('Son 12 sa')
    await page.events.click(page.getByRole('button', { name: 'Aralığı genişlet' }))
    await waitFor(() => expect(page.address()).toBe('/measurements?view=table'))
  })

  test('has as many placeholders as charts while they load, and its list waits until their number is known', async () => {
    const { last_measurement } = tank
    const known = METRIC_KEYS.filter((metric) => last_measurement?.[metric]).length
    server.use(http.get('*/api/tanks/14/series', () => delay('infinite')))
    const page = renderApp('/measurements?tank=14', { user })
    await page.findByRole('region', { name: 'Ölçüm listesi' })
    const blocks = page.container.querySelectorAll('[aria-busy] > .MuiSkeleton-root')
    expect(blocks).toHaveLength(known)
  })

  test('copies a link with the absolute times of the window', async () => {
    const page = renderApp('/measurements?tank=14&metrics=ph', { user })
    await page.events.click(await page.findByRole('button', { name: 'Bağlantıyı kopyala' }))
    expect(await page.findByText('Kopyalandı')).toBeVisible()
    const copied = new URL(await navigator.clipboard.readText())
    expect(copied.pathname).toBe('/measurements')
    expect(Object.fromEntries(copied.searchParams)).toEqual({
      tank: '14',
      metrics: 'ph',
      from: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
      to: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
    })
  })

  test('takes typed times in local notation, and sends nothing while they are invalid', async () => {
    const page = renderApp('/measurements?view=table', { user })
    await page.findByText('2.880 ölçüm')
    await pick(page, 'Tarih aralığı', /Özel aralık/)
    const form = within(await page.findByRole('dialog', { name: 'Özel aralık' }))
    const [from, to] = [form.getByLabelText('Başlangıç tarihi ve saati'), form.getByLabelText('Bitiş tarihi ve saati')]
    const before = asked.length
    await page.events.clear(from)
    await page.events.type(from, '9.7.2020 14:30')
    await page.events.clear(to)
    await page.events.type(to, '8.7.2020 14:30')
    await page.events.click(form.getByRole('button', { name: 'Uygula' }))
    expect(form.getByText('Bitiş, başlangıçtan sonra olmalı')).toBeVisible()
    expect(asked).toHaveLength(before)
    await page.events.clear(to)
    await page.events.type(to, '09.07.2026 14:30')
    await page.events.click(form.getByRole('button', { name: 'Uygula' }))
    await waitFor(() => expect(listed()?.get('from')).toBe('2020-07-09T11:30:00.000Z'))
    expect(listed()?.get('to')).toBe('2026-07-09T11:30:00.000Z')
  })

  test('shows the failure of its charts beside the list, with a button to try again', async () => {
    server.use(refuses(measurementsApi.tankSeries, 503, 'not_ready'))
    const page = renderApp('/measurements?tank=14', { user })
    const alert = await page.findByRole('alert')
    expect(alert).toHaveTextContent('Grafik yüklenemedi')
    expect(await page.findByRole('region', { name: 'Ölçüm listesi' })).toBeVisible()
    await page.quiet()
    server.use(answers(measurementsApi.tankSeries, series()))
    await page.events.click(within(alert).getByRole('button', { name: 'Tekrar dene' }))
    expect(await page.findByRole('img', { name: /pH grafiği/ })).toBeVisible()
  })

  test('says without readings when the last one was, and shows it on request', async () => {
    server.use(answers(measurementsApi.tankList, given.pageOf([])))
    const page = renderApp('/measurements?tank=14&from=2020-01-01T00:00&to=2020-02-01T00:00', { user })
    expect(await page.findByText('Bu aralıkta ölçüm yok')).toBeVisible()
    expect(await page.findByText(/^Son ölçüm: /)).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Son ölçüme git' }))
    await waitFor(() => expect(page.address()).toBe('/measurements?tank=14'))
  })

  test('says that it does not exist, and keeps the rest of the page', async () => {
    server.use(refuses(tanksApi.get, 404, 'not_found'))
    const page = renderApp('/measurements?tank=99', { user })
    expect(await page.findByText('Seçilen tank bulunamadı')).toBeVisible()
    expect(page.queryByRole('button', { name: 'Elle ölçüm ekle' })).toBeNull()
  })
})

describe('several tanks on the measurements page', () => {
  test('have a line each in a chart of each metric, named in its summary, and one list', async () => {
    const page = renderApp('/measurements?tank=14,3', { user })
    const chart = await page.findByRole('img', { name: /pH grafiği, 2 tank/ })
    await waitFor(() => expect(chart).toHaveAccessibleName(/TNK-014: son değer 8,22.*TNK-003: son değer 8,22/))
    expect(listed()?.get('filter_tank_id')).toBe('14,3')
    expect(queriesOf('/api/tanks/3/series')).toHaveLength(1)
    expect(page.queryByRole('combobox', { name: 'Terminal' })).toBeNull()
    expect(page.queryByRole('table', { name: /özet/ })).toBeNull()
  })

  test('are at most six', async () => {
    const page = renderApp('/measurements?tank=1,2,4,5,6,7&view=table', { user })
    expect(await page.findByText('En fazla 6 tank karşılaştırılabilir')).toBeVisible()
    await page.events.click(page.getByRole('combobox', { name: 'Tank' }))
    const options = await page.findAllByRole('option')
    expect(options.every((option) => option.getAttribute('aria-disabled') === 'true')).toBe(true)
  })
})

test('a list of readings that cannot be loaded says so and can be loaded again', async () => {
  server.use(refuses(measurementsApi.list, 503, 'not_ready'))
  const page = renderApp('/measurements', { user })
  const alert = await page.findByRole('alert')
  expect(alert).toHaveTextContent('Ölçümler yüklenemedi')
  await page.quiet()
  server.use(answers(measurementsApi.list, { ...given.pageOf(readings), total: 3 }))
  await page.events.click(within(alert).getByRole('button', { name: 'Tekrar dene' }))
  expect(await page.findByText('3 ölçüm')).toBeVisible()
})

test('a page of readings past the end leads back to the first', async () => {
  server.use(answers(measurementsApi.list, { ...given.pageOf([]), total: 30, current_page: 9, last_page: 2 }))
  const page = renderApp('/measurements?page=9', { user })
  await page.events.click(await page.findByRole('button', { name: 'İlk sayfaya git' }))
  await waitFor(() => expect(page.address()).toBe('/measurements'))
})

test('the exported file of readings has the present filters and Turkish notation', async () => {
  const wanted: URLSearchParams[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:made')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  server.use(
    http.get('*/api/measurements/export', ({ request }) => {
      wanted.push(new URL(request.url).searchParams)
      return new HttpResponse('Zaman;pH', { headers: { 'content-disposition': 'attachment; filename="m.xlsx"' } })
    }),
  )
  const page = renderApp('/measurements?tank=14&iot_id=214&sort=measured_at', { user })
  await page.events.click(await page.findByRole('button', { name: 'Dışa aktar' }))
  await page.events.click(await page.findByRole('menuitem', { name: 'Excel (XLSX) indir' }))
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  const [query] = wanted
  expect(Object.fromEntries(query ?? [])).toMatchObject({
    format: 'xlsx',
    locale: 'tr',
    filter_tank_id: '14',
    iot_id: '214',
    sort: 'measured_at',
  })
  expect(Date.parse(query?.get('to') ?? '') - Date.parse(query?.get('from') ?? '')).toBe(DAY_S * 1000)
})

test('means by the hour are exported on request, and of all readings only', async () => {
  const wanted: URLSearchParams[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:made')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  server.use(
    http.get('*/api/measurements/export', ({ request }) => {
      wanted.push(new URL(request.url).searchParams)
      return new HttpResponse('Zaman;pH')
    }),
  )
  const page = renderApp('/measurements?tank=14&tab=time', { user })
  await page.events.click(await page.findByRole('button', { name: 'Dışa aktar' }))
  expect(page.getAllByRole('menuitem')).toHaveLength(8)
  await page.events.click(page.getByRole('menuitem', { name: 'CSV, saatlik ortalama' }))
  await waitFor(() => expect(wanted.at(-1)?.get('step')).toBe('1h'))
  page.unmount()
  const outside = renderApp('/measurements?tank=14&out=1', { user })
  await outside.events.click(await outside.findByRole('button', { name: 'Dışa aktar' }))
  expect(outside.getAllByRole('menuitem')).toHaveLength(2)
})

describe('a manual reading', () => {
  async function opened() {
    const page = renderApp('/measurements?tank=14', { user })
    await page.events.click(await page.findByRole('button', { name: 'Elle ölçüm ekle' }))
    return { page, form: within(await page.findByRole('dialog', { name: 'TNK-014: elle ölçüm ekle' })) }
  }

  test('needs at least one value, and shows problems at their fields', async () => {
    const { page, form } = await opened()
    expect(page.address()).toBe('/measurements?tank=14&dialog=add')
    await page.events.click(form.getByRole('button', { name: 'Ölçümü kaydet' }))
    expect(await form.findByRole('alert')).toHaveTextContent('En az bir değer girin')
    await page.events.type(form.getByLabelText('pH'), '15')
    await page.events.click(form.getByRole('button', { name: 'Ölçümü kaydet' }))
    await waitFor(() => expect(form.getByLabelText('pH')).toBeInvalid())
  })

  test('is sent with a decimal point, and the queries that show it are fetched again', async () => {
    const sent: AskedCall[] = []
    server.use(
      answers(measurementsApi.enter, (call) => {
        sent.push(call)
        return given.measurement({ iot_id: null })
      }),
    )
    const { page, form } = await opened()
    await page.events.type(form.getByLabelText('pH'), '8,05')
    await page.events.clear(form.getByLabelText('Ölçüm zamanı'))
    await page.events.type(form.getByLabelText('Ölçüm zamanı'), '09.07.2026 14:30')
    const before = queriesOf('/api/tanks/14/measurements').length
    await page.events.click(form.getByRole('button', { name: 'Ölçümü kaydet' }))
    expect(await page.findByText('Ölçüm kaydedildi')).toBeVisible()
    expect(sent.map(({ url, body }) => [url.pathname, body])).toEqual([
      ['/api/tanks/14/measurements', { measured_at: '2026-07-09T11:30:00.000Z', ph: 8.05 }],
    ])
    expect(page.address()).toBe('/measurements?tank=14')
    await waitFor(() => expect(queriesOf('/api/tanks/14/measurements').length).toBeGreaterThan(before))
  })

  test('of an existing time is refused at the field of the time, and its form is not cleared', async () => {
    server.use(
      refuses(measurementsApi.enter, 409, 'same_instant', { measured_at: ['Bu an için zaten bir ölçüm var.'] }),
    )
    const { page, form } = await opened()
    await page.events.type(form.getByLabelText('pH'), '8')
    await page.events.click(form.getByRole('button', { name: 'Ölçümü kaydet' }))
    await waitFor(() =>
      expect(form.getByLabelText('Ölçüm zamanı')).toHaveAccessibleDescription('Bu an için zaten bir ölçüm var.'),
    )
    expect(form.getByLabelText('pH')).toHaveValue('8')
  })
})

describe('the measurements page on a phone', () => {
  beforeEach(() => setWidth(360))

  test('readings are cards with four values, those out of range first, and filters are behind a button', async () => {
    server.use(answers(measurementsApi.tankList, given.pageOf([given.measurement({ cabinet_humidity: 99, ph: 8.59 })])))
    const page = renderApp('/measurements?tank=14&view=table', { user })
    const list = within(await page.findByRole('list', { name: 'Ölçüm listesi' }))
    const card = await list.findByRole('listitem')
    expect(within(card).getAllByRole('term')).toHaveLength(4)
    await waitFor(() => expect(within(card).getByText('8,59')).toHaveTextContent('8,59 ↑ Yüksek'))
    expect(page.queryByRole('switch', { name: 'Yalnızca aralık dışı' })).toBeNull()
    await page.events.click(page.getByRole('button', { name: 'Filtreler' }))
    expect(within(await page.findByRole('dialog')).getByLabelText('Yalnızca aralık dışı')).toBeInTheDocument()
  })
})
