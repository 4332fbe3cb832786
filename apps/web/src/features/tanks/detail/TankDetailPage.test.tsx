import { alarmsApi } from '@dalyan/contracts/alarms'
import { measurementsApi, type Series } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, metricsInUse, type MetricKey, perMetric } from '@dalyan/contracts/metrics'
import { type Tank, tanksApi } from '@dalyan/contracts/tanks'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, recorded, refuses, server } from '../../../../tests/fake-server.ts'
import { lastSocket } from '../../../../tests/fake-socket.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const page = <T,>(data: T[]) => ({ data, total: data.length, current_page: 1, last_page: 1, per_page: 100 })

/** An hour of readings, one a minute; metrics outside `metrics` have none. */
function series(metrics: readonly MetricKey[] = metricsInUse(METRIC_KEYS, () => false)): Series {
  const end = Math.floor(Date.now() / 1000)
  const times = Array.from({ length: 60 }, (_, i) => end - (59 - i) * 60)
  const column = (key: MetricKey) => times.map(() => (metrics.includes(key) ? 8 : null))
  return {
    from: new Date((end - 3600) * 1000).toISOString(),
    to: new Date(end * 1000).toISOString(),
    bucket_seconds: 0,
    times,
    metrics: perMetric((key) => ({ min: column(key), avg: column(key), max: column(key) })),
  }
}

function open(
  tank: Tank,
  { search = '', role = 'operator' as const }: { search?: string; role?: 'operator' | 'customer' } = {},
) {
  server.use(answers(tanksApi.get, tank))
  return renderApp(`/tanks/${tank.id}${search}`, { user: given.user({ role }) })
}

const tile = async (metric: string) => {
  await screen.findByText('Canlı değerler')
  const found = document.querySelector<HTMLElement>(`[data-metric=${metric}]`)
  if (!found) throw new Error(`no tile for ${metric}`)
  return found
}

// Its first import takes longer on a busy machine than a test waits for an element.
beforeAll(() => Promise.all([import('./TankDetailPage.tsx'), import('./ChartsTab.tsx')]))
beforeEach(() => server.use(answers(measurementsApi.tankSeries, series())))

describe('the tiles', () => {
  test('are in the order of screens, each with value, unit, state and age', async () => {
    open(given.tank())
    await tile('ph')
    expect(
      [...document.querySelectorAll('[data-metric]')].map((each) => each.getAttribute('data-metric')).slice(0, 5),
    ).toEqual(['tank_temperature', 'ph', 'salinity', 'orp', 'conductivity'])
    const salinity = within(await tile('salinity'))
    expect(salinity.getByRole('heading', { level: 3 })).toHaveTextContent('Tuzluluk')
    expect(await tile('salinity')).toHaveTextContent('‰36,0')
    expect(await tile('salinity')).toHaveTextContent('Aralık ‰34,0 – ‰38,0')
    expect(await tile('salinity')).toHaveTextContent(/[5-9] sn önce/)
    expect(await tile('salinity')).toHaveAttribute('data-state', 'in')
    expect(window.__appReady).toBe(true)
  })

  test('say how far a value is out of range', async () => {
    open(given.tank({ values: { ph: 8.59, orp: -60 } }))
    const ph = await tile('ph')
    expect(ph).toHaveAttribute('data-state', 'high')
    expect(ph).toHaveTextContent('Yüksek')
    expect(ph).toHaveTextContent('Üst sınırın 0,29 üstünde')
    const orp = await tile('orp')
    expect(orp).toHaveAttribute('data-state', 'low')
    expect(orp).toHaveTextContent('−60 mV')
    expect(orp).toHaveTextContent('Alt sınırın 10 mV altında')
    expect(screen.getByText('2 değer aralık dışında')).toBeVisible()
  })

  test('show an old value and say that it is old', async () => {
    open(given.tank({ values: { ph: 8.59 }, ageSeconds: 31 * 60 }))
    const ph = await tile('ph')
    expect(ph).toHaveAttribute('data-state', 'stale')
    expect(ph).toHaveTextContent('8,59')
    expect(ph).toHaveTextContent('Son ölçüm 31 dk önce')
    expect(ph).not.toHaveTextContent('Üst sınırın')
    // Its value was out of range when its terminal fell silent.
    expect(ph).toHaveTextContent('son değer aralık dışıydı')
    expect(await tile('orp')).not.toHaveTextContent('son değer')
    expect(screen.getByText('1 değer son ölçümde aralık dışındaydı')).toBeVisible()
  })

  test('of an old reading are not called live, although newer ones would arrive by themselves', async () => {
    open(given.tank({ ageSeconds: 31 * 60 }))
    await tile('ph')
    const badge = () => document.querySelector('[data-live]')
    await waitFor(() => expect(badge()).toHaveAttribute('data-live', 'live'))
    expect(badge()).toHaveTextContent(/^Son ölçüm 31 dk önce$/)
  })

  test('keep the mark of an open alarm when their values are old', async () => {
    const open_alarms: Tank['open_alarms'] = [
      { id: 7, metric: 'ph', kind: 'high', severity: 'critical', state: 'active_unack' },
    ]
    open(given.tank({ values: { ph: 8.59 }, ageSeconds: 31 * 60, open_alarms }))
    const ph = await tile('ph')
    expect(ph).toHaveAttribute('data-state', 'stale')
    expect(within(ph).getByRole('img', { name: 'Kritik' })).toBeVisible()
    expect(ph).toHaveTextContent('Yüksek')
    expect(ph).toHaveTextContent('Son ölçüm 31 dk önce')
  })

  test('show the worst of several terminals, name it, and follow each by live messages', async () => {
    const tank = given.tank()
    const [first] = tank.iots
    if (!first) throw new Error('no terminal')
    const measured_at = new Date().toISOString()
    const said = (iot_id: number, ph: number) => ({
      iot_id,
      measured_at,
      ...perMetric((key) => (key === 'ph' ? { value: ph, measured_at, iot_id } : null)),
    })
    server.use(answers(tanksApi.latest, { data: [said(214, 8.59), said(215, 8)] }))
    const { quiet } = open({ ...tank, iots: [first, { ...first, id: 215, code: 'T-0215' }] })
    const ph = await tile('ph')
    await waitFor(() => expect(ph).toHaveTextContent('8,59'))
    expect(ph).toHaveTextContent('T-0214')
    expect(screen.getByRole('link', { name: 'T-0215' })).toHaveAttribute('href', '/terminals/215')
    const reading = given.reading({ ph: 8.1 }, Date.now() + 1000)
    await waitFor(() => expect(lastSocket()?.sent).toContain('subscribe tank.14'))
    await quiet()
    act(() => lastSocket()?.say('tank.14', 'measurement', [reading]))
    await waitFor(() => expect(ph).toHaveAttribute('data-state', 'in'))
  })

  test('say that there are no limits without a template', async () => {
    open(given.tank({ range_template: null }))
    expect(await tile('ph')).toHaveAttribute('data-state', 'none')
    expect(await tile('ph')).toHaveTextContent('Aralık tanımlı değil')
    expect(screen.getByText('Aralık şablonu seçilmemiş')).toBeVisible()
  })

  test('say that a metric was never measured', async () => {
    const tank = given.tank()
    open({ ...tank, last_measurement: tank.last_measurement && { ...tank.last_measurement, conductivity: null } })
    expect(await tile('conductivity')).toHaveAttribute('data-state', 'none')
    expect(await tile('conductivity')).toHaveTextContent('Veri yok')
  })

  test('are links to the chart of their metric', async () => {
    open(given.tank())
    const link = within(await tile('ph')).getByRole('link', { name: 'pH' })
    expect(link).toHaveAttribute('href', '/tanks/14?tab=charts&metrics=ph')
  })

  test('change when a measurement arrives, but not with a late one', async () => {
    const tank = given.tank()
    const asked = vi.fn(() => tank)
    const { quiet } = open(tank)
    server.use(answers(tanksApi.get, asked))
    await tile('ph')
    await waitFor(() => expect(lastSocket()?.sent).toContain('subscribe tank.14'))
    // What the subscription may have missed is asked for again; this server's answer does not know the readings below.
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    await quiet()
    const reading = (ageMs: number, ph: number) => given.reading({ ph }, Date.now() - ageMs)
    act(() => lastSocket()?.say('tank.14', 'measurement', [reading(0, 8.41)]))
    await waitFor(async () => expect(await tile('ph')).toHaveTextContent('8,41'))
    expect(await tile('ph')).toHaveAttribute('data-state', 'high')
    act(() => lastSocket()?.say('tank.14', 'measurement', [reading(60_000, 7)]))
    act(() => lastSocket()?.say('tank.14', 'measurement', [reading(0, 8.12)]))
    await waitFor(async () => expect(await tile('ph')).toHaveTextContent('8,12'))
    expect(await tile('ph')).toHaveAttribute('data-state', 'in')
    expect(document.querySelector('[data-live]')).toHaveAttribute('data-live', 'live')
  })
})

describe('the derived values', () => {
  test('stand below the tiles with their formulas, and the ammonia of a typed total is an estimate of one figure', async () => {
    const values = { tank_temperature: 20, dissolved_oxygen: 7.2, cabinet_temperature: 20, cabinet_humidity: 95 }
    const { events } = open(given.tank({ values }))
    const section = within(await screen.findByRole('region', { name: 'Hesaplanan değerler' }))
    expect(await section.findByText('≈ %98')).toBeVisible()
    expect(section.getByText('Benson ve Krause 1984 · 0 m rakımda')).toBeVisible()
    expect(section.getByText('≈ 19,2 °C')).toBeVisible()
    expect(section.getByText(/yalnızca 0,8 °C daha sıcak/)).toBeVisible()
    expect(section.getByText('≈ %4')).toBeVisible()
    await events.type(section.getByRole('textbox', { name: 'Toplam amonyak (TAN), mg/l' }), '0,5')
    expect(section.getByText('≈ 0,02 mg/l NH₃ (tahmin)')).toBeVisible()
  })

  test('are not shown where nothing can be derived', async () => {
    open(given.tank({ ageSeconds: 600 }))
    await tile('ph')
    expect(screen.queryByText('Hesaplanan değerler')).not.toBeInTheDocument()
  })
})

describe('the alarm strip', () => {
  const alarmed = () => given.tank({ values: { ph: 8.59 } })

  test('shows the worst alarm, and hides its button after the acknowledgement', async () => {
    let state: 'active_unack' | 'active_ack' = 'active_unack'
    const other = given.alarm({ id: 8, severity: 'warning', state: 'active_ack', metric: 'orp' })
    server.use(
      answers(alarmsApi.list, () => page([other, given.alarm({ state })])),
      answers(alarmsApi.acknowledge, () => {
        state = 'active_ack'
        return given.alarm({ state })
      }),
    )
    const { events } = open(alarmed())
    expect(await screen.findByText('pH yüksek: 8,59')).toBeVisible()
    expect(screen.getByText(/üst sınır 8,30/)).toBeVisible()
    expect(screen.getByRole('button', { name: '+1 alarm daha' })).toBeVisible()
    await events.click(screen.getByRole('button', { name: 'Onayla' }))
    expect(await screen.findByText(/Aktif, onaylandı/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Onayla' })).toBeNull()
  })

  test('keeps the alarm and shows the reason when an acknowledgement fails', async () => {
    server.use(answers(alarmsApi.list, page([given.alarm()])), refuses(alarmsApi.acknowledge, 409, 'alarm_closed'))
    const { events } = open(alarmed())
    await events.click(await screen.findByRole('button', { name: 'Onayla' }))
    expect(await screen.findByText('Alarm onaylanamadı: Alarm kapanmış.')).toBeVisible()
    expect(screen.getByText('pH yüksek: 8,59')).toBeVisible()
  })

  test('has no button for a customer', async () => {
    server.use(answers(alarmsApi.list, page([given.alarm()])))
    open(alarmed(), { role: 'customer' })
    expect(await screen.findByText('pH yüksek: 8,59')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Onayla' })).toBeNull()
  })

  test('is over for a customer when its value has returned: the page says that the tank is well', async () => {
    const began = Date.now() - 38 * 60_000
    const back = given.alarm({
      state: 'rtn_unack',
      out_since: new Date(began).toISOString(),
      cleared_at: new Date(began + 2 * 60_000).toISOString(),
    })
    server.use(answers(alarmsApi.list, page([back])))
    open(given.tank(), { role: 'customer' })
    expect(await screen.findByText(/^Tankınız iyi · son olay .*, 2 dk sürdü, çözüldü$/)).toBeVisible()
    expect(screen.queryByText(/onay bekliyor/)).toBeNull()
  })

  test('opens the chart of its metric from an hour before the alarm began', async () => {
    const out_since = new Date(Date.now() - 30 * 60_000).toISOString()
    server.use(answers(alarmsApi.list, page([given.alarm({ out_since })])))
    const { events, address } = open(alarmed())
    await events.click(await screen.findByRole('button', { name: 'Grafikte göster' }))
    expect(await screen.findByRole('heading', { level: 3, name: 'pH' })).toBeVisible()
    expect(address()).toMatch(/^\/tanks\/14\?tab=charts&from=\d{4}-\d\d-\d\dT\d\d%3A\d\d&to=now&metrics=ph$/)
  })
})

describe('the charts', () => {
  test('show each metric with data, with a summary for screen readers', async () => {
    server.use(answers(measurementsApi.tankSeries, series(['ph', 'orp'])))
    open(given.tank(), { search: '?tab=charts' })
    const chart = await screen.findByRole('img', { name: /^pH grafiği\. Son değer 8,00.*Aralık 7,50–8,30\.$/ })
    expect(chart).toHaveAttribute('data-chart', 'ph')
    expect(document.querySelectorAll('[data-chart]')).toHaveLength(2)
  })

  test('of one unit share a chart when they are overlaid, which the address has', async () => {
    const { events, address } = open(given.tank(), { search: '?tab=charts' })
    await screen.findByRole('img', { name: /^pH/ })
    expect(document.querySelectorAll('[data-chart]')).toHaveLength(9)
    await events.click(screen.getByRole('button', { name: 'Üst üste', pressed: false }))
    expect(address()).toBe('/tanks/14?tab=charts&overlay=1')
    expect(await screen.findByRole('heading', { level: 3, name: 'Sıcaklıklar (°C)' })).toBeVisible()
    expect(screen.getByRole('img', { name: /^Nem \(%\) grafiği, üst üste: Ortam, Kabin/ })).toBeVisible()
    expect(document.querySelectorAll('[data-chart]')).toHaveLength(6)
  })

  test('fetch the window of the address and keep it relative', async () => {
    const asked = recorded(measurementsApi.tankSeries, () => series())
    const { events, address } = open(given.tank(), { search: '?tab=charts&from=now-6h' })
    await screen.findByRole('img', { name: /^pH/ })
    const span = (url: URL | undefined) =>
      url && (Date.parse(url.searchParams.get('to') ?? '') - Date.parse(url.searchParams.get('from') ?? '')) / 3_600_000
    expect(span(asked.at(-1)?.url)).toBeCloseTo(6, 3)
    await events.click(screen.getByRole('button', { name: '7 gün' }))
    expect(address()).toBe('/tanks/14?tab=charts&from=now-7d&to=now')
    await waitFor(() => expect(span(asked.at(-1)?.url)).toBeCloseTo(168, 3))
  })

  test('can be paused and resumed, and count the readings of the pause', async () => {
    const { events, address, quiet } = open(given.tank(), { search: '?tab=charts' })
    await events.click(await screen.findByRole('button', { name: 'Duraklat' }))
    expect(address()).toBe('/tanks/14?tab=charts&live=0')
    await quiet()
    expect(document.querySelector('[data-live]')).toHaveAttribute('data-live', 'paused')
    const reading = given.reading(perMetric(() => 1))
    act(() => lastSocket()?.say('tank.14', 'measurement', [reading, reading]))
    expect(await screen.findByText('2 yeni kayıt')).toBeVisible()
    await events.click(screen.getByRole('button', { name: 'Sürdür' }))
    expect(address()).toBe('/tanks/14?tab=charts')
  })

  test('can be shown as a table, newest first', async () => {
    const { events } = open(given.tank(), { search: '?tab=charts&metrics=ph' })
    await events.click(await screen.findByRole('button', { name: 'Tablo olarak göster' }))
    const table = await screen.findByRole('table')
    expect(within(table).getByRole('columnheader', { name: 'pH' })).toBeVisible()
    expect(within(table).getAllByRole('row')).toHaveLength(26)
    expect(screen.getByText('1–25 / 60')).toBeVisible()
  })

  test('add each live reading, and keep it when they are paused', async () => {
    const { events, quiet } = open(given.tank(), { search: '?tab=charts&metrics=ph&view=table' })
    expect(await screen.findByText('1–25 / 60')).toBeVisible()
    await quiet()
    act(() => lastSocket()?.say('tank.14', 'measurement', [given.reading({ ph: 9.99 })]))
    expect(await screen.findByText('1–25 / 61')).toBeVisible()
    expect(screen.getAllByRole('row')[1]).toHaveTextContent('9,99 ↑ Yüksek')
    await events.click(screen.getByRole('button', { name: 'Duraklat' }))
    expect(screen.getByText('1–25 / 61')).toBeVisible()
  })

  test('explain an invalid window and do not fetch it', async () => {
    const { events, address } = open(given.tank(), { search: '?tab=charts' })
    await events.click(await screen.findByRole('button', { name: 'Özel…' }))
    const end = await screen.findByRole('textbox', { name: 'Bitiş tarihi ve saati' })
    await events.clear(end)
    await events.type(end, '31.02.2026 10:00')
    await events.click(screen.getByRole('button', { name: 'Uygula' }))
    expect(screen.getByText('Tarihi gg.aa.yyyy ss:dd biçiminde girin')).toBeVisible()
    await events.clear(end)
    await events.type(end, '01.01.2020 10:00')
    await events.click(screen.getByRole('button', { name: 'Uygula' }))
    expect(screen.getByText('Bitiş, başlangıçtan sonra olmalı')).toBeVisible()
    expect(address()).toBe('/tanks/14?tab=charts')
  })

  test('without readings say so and show the last one on request', async () => {
    server.use(answers(measurementsApi.tankSeries, series([])))
    const { events, address } = open(given.tank({ ageSeconds: 3 * 86_400 }), { search: '?tab=charts' })
    expect(await screen.findByText('Bu aralıkta ölçüm yok')).toBeVisible()
    await events.click(screen.getByRole('button', { name: 'Son ölçüme git' }))
    expect(address()).toMatch(/from=\d{4}.*&to=\d{4}/)
  })

  test('that cannot be loaded leave the rest of the page and can be loaded again', async () => {
    server.use(refuses(measurementsApi.tankSeries, 403, 'forbidden'))
    const { events, quiet } = open(given.tank(), { search: '?tab=charts' })
    expect(await screen.findByText('Bu işlem için yetkiniz yok.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('TNK-014 · Levrek larva 2')
    await quiet()
    server.use(answers(measurementsApi.tankSeries, series()))
    await events.click(screen.getByRole('button', { name: 'Tekrar dene' }))
    expect(await screen.findByRole('img', { name: /^pH/ })).toBeVisible()
  })
})

describe('a tank', () => {
  test('without a terminal says so', async () => {
    open(given.tank({ iots: [], last_measurement: null }))
    expect(await screen.findByText('Bu tanka terminal atanmamış')).toBeVisible()
  })

  test('whose terminal has not sent a measurement yet says so', async () => {
    open(given.tank({ last_measurement: null }))
    expect(await screen.findByText('Henüz ölçüm gelmedi')).toBeVisible()
  })

  test('links an administrator to its terminals', async () => {
    server.use(answers(tanksApi.get, given.tank()))
    renderApp('/tanks/14', { user: given.user() })
    expect(await screen.findByRole('link', { name: 'T-0214' })).toHaveAttribute('href', '/terminals/214')
  })

  test('that does not exist, or that the user may not see, leads back to the list', async () => {
    server.use(refuses(tanksApi.get, 404, 'not_found'))
    renderApp('/tanks/99', { user: given.user() })
    expect(await screen.findByText('Kayıt bulunamadı. Silinmiş olabilir.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Tank listesine dön' })).toHaveAttribute('href', '/tanks')
  })

  test('with an address that is not a number sends no request', async () => {
    const asked = recorded(tanksApi.get, given.tank())
    renderApp('/tanks/x', { user: given.user() })
    expect(await screen.findByText('Kayıt bulunamadı. Silinmiş olabilir.')).toBeVisible()
    expect(asked).toEqual([])
  })

  test('that is deleted is read-only and has no live values', async () => {
    open(given.tank({ status: 'deleted' }))
    expect(await screen.findByText('Bu kayıt silinmiş. Yalnızca görüntülenebilir.')).toBeVisible()
    expect(document.querySelector('[data-live]')).toBeNull()
  })

  test('that cannot be loaded can be loaded again', async () => {
    server.use(refuses(tanksApi.get, 403, 'forbidden'))
    const { events, quiet } = renderApp('/tanks/14', { user: given.user() })
    expect(await screen.findByText('Bu işlem için yetkiniz yok.')).toBeVisible()
    await quiet()
    server.use(answers(tanksApi.get, given.tank()))
    await events.click(screen.getByRole('button', { name: 'Tekrar dene' }))
    expect(await tile('ph')).toBeVisible()
  })
})
