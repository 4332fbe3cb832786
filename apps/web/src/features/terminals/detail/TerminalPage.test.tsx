import { type Diagnosis, diagnosisApi } from '@dalyan/contracts/diagnosis'
import { logsApi } from '@dalyan/contracts/logs'
import { keyProfilesApi } from '@dalyan/contracts/key-profiles'
import { settingsApi } from '@dalyan/contracts/settings'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { perMetric } from '@dalyan/contracts/metrics'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { terminalTrafficApi, type TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const user = given.user()
const terminal = given.terminal({ id: 214, code: 'T-0214', tank: { id: 14, code: 'TNK-014', name: 'Levrek larva 2' } })
const moment = new Date(Date.now() - 8_000).toISOString()
const TRAFFIC: TerminalTraffic = {
  from: '2026-11-13T10:00:00.000Z',
  to: '2026-11-20T10:00:00.000Z',
  bucket_seconds: 900,
  counts: [3, 3, 0, 0, 3],
  outages: [
    { from: '2026-11-20T08:00:00.000Z', to: null },
    { from: '2026-11-18T01:00:00.000Z', to: '2026-11-18T03:30:00.000Z' },
    { from: '2026-11-16T20:30:00.000Z', to: '2026-11-16T21:15:00.000Z' },
  ],
  last_measurement: {
    measured_at: moment,
    ...perMetric((metric) => (metric === 'ph' ? { value: 8.59, measured_at: moment, iot_id: 214 } : null)),
  },
  last_message: {
    received_at: moment,
    transport: 'mqtt',
    text: '{"ph":8.59,"<b>x</b>":1,"\u202Egpj":2}',
    is_cut: false,
  },
}

const HEALTHY: Diagnosis = {
  verdict: 'ok',
  certainty: 'high',
  since: null,
  evidence: [],
  next: [],
  checked_at: moment,
  is_connected: true,
  interval_seconds: 15,
  unknown_names: [],
  key_map: {},
  key_profile: null,
  stuck: [],
  same_names: [],
}
const WRONG_KEY: Diagnosis = {
  ...HEALTHY,
  verdict: 'wrong_key',
  certainty: 'high',
  since: '2026-11-20T08:00:00.000Z',
  evidence: [{ at: '2026-11-20T08:00:00.000Z', text: 'bağlantı reddedildi: anahtar yanlış (\u202E10.0.4.33)' }],
  next: ['Cihazdaki kodu ve anahtarı denetleyin.', 'Anahtar elinizde yoksa yenileyin.'],
  interval_seconds: null,
}

beforeEach(() => {
  server.use(
    answers(diagnosisApi.get, HEALTHY),
    answers(terminalsApi.get, terminal),
    answers(terminalTrafficApi.get, TRAFFIC),
    answers(logsApi.terminal, given.pageOf([])),
  )
})

test('the page shows the latest values, the raw message and the outages', async () => {
  const page = renderApp('/terminals/214', { user })
  expect(await page.findByRole('heading', { level: 1, name: 'T-0214' })).toBeVisible()
  expect(page.getByRole('link', { name: 'TNK-014' })).toHaveAttribute('href', '/tanks/14')

  const payload = await page.findByRole('region', { name: 'Son gelen veri' })
  expect(await within(payload).findByText('8,59')).toBeVisible()
  expect(payload).toHaveTextContent('"<b>x</b>": 1')
  // A character that reverses the text direction is shown as its code.
  expect(payload).toHaveTextContent(String.raw`"\u202egpj": 2`)
  expect(payload).toHaveTextContent('MQTT')

  const outages = page.getByRole('region', { name: 'Kesintiler' })
  const [lasting, over, night] = within(outages).getAllByRole('listitem')
  expect(lasting).toHaveTextContent('20.11.2026 11:00 saatinden beri2 sa')
  expect(over).toHaveTextContent('18.11.2026 04:00 – 06:30')
  expect(night).toHaveTextContent('16.11.2026 23:30 – 17.11.2026 00:15')
  expect(page.getByRole('img', { name: 'Son 7 gün: 9 ölçüm, 3 kesinti' })).toBeVisible()
})

test('a value that may be stuck is advice beside a healthy verdict', async () => {
  const since = new Date(Date.now() - 14.5 * 3_600_000).toISOString()
  server.use(answers(diagnosisApi.get, { ...HEALTHY, stuck: [{ metric: 'ph', value: 7.25, since }] }))
  const page = renderApp('/terminals/214', { user })
  expect(await page.findByText(/pH değeri son 14 sa içinde hiç değişmedi \(7,25\)/)).toBeVisible()
  expect(document.querySelector('[data-verdict=ok]')).not.toBeNull()
})

test('an operator sees a terminal’s fields, without the calls and buttons of administrators', async () => {
  server.use(
    refuses(terminalTrafficApi.get, 403, 'forbidden'),
    refuses(logsApi.terminal, 403, 'forbidden'),
    refuses(measurementsApi.terminalSeries, 403, 'forbidden'),
  )
  const page = renderApp('/terminals/214?tab=measurements&dialog=edit', { user: given.user({ role: 'operator' }) })
  expect(await page.findByRole('heading', { level: 1, name: 'T-0214' })).toBeVisible()
  expect(page.getByText('IP adresi')).toBeVisible()
  expect(page.queryByRole('tab')).toBeNull()
  expect(page.queryByRole('dialog')).toBeNull()
  expect(page.queryByRole('alert')).toBeNull()
  expect(page.queryByRole('button', { name: /Düzenle/ })).toBeNull()
})

test('recent errors are listed in words, with a link to the full log', async () => {
  const wishes: URLSearchParams[] = []
  const log = {
    id: 7,
    iot: { id: 214, code: 'T-0214' },
    status: 'warning' as const,
    processor: { type: 'terminal' as const, id: 214, name: 'T-0214' },
    event: 'measurement_implausible',
    meta: null,
    created_at: '2026-11-20T09:00:01.000Z',
  }
  server.use(
    answers(logsApi.terminal, ({ url }) => {
      wishes.push(url.searchParams)
      return given.pageOf([log])
    }),
  )
  const page = renderApp('/terminals/214', { user })
  const troubles = await page.findByRole('region', { name: 'Son uyarılar ve hatalar' })
  expect(await within(troubles).findByText('Fiziksel sınırlar dışındaki değer alınmadı')).toBeVisible()
  expect(within(troubles).getByTitle('Uyarı')).toBeVisible()
  expect(troubles).toHaveTextContent('20.11.2026 12:00:01')
  expect(within(troubles).getByRole('link', { name: 'Kayıtların tümü' })).toHaveAttribute(
    'href',
    '/terminals/214?tab=logs',
  )
  expect([wishes[0]?.get('status'), wishes[0]?.get('per_page')]).toEqual(['warning,error', '5'])
})

test('the tab is part of the address: charts, log, fields', async () => {
  server.use(
    answers(measurementsApi.terminalSeries, {
      from: TRAFFIC.from,
      to: TRAFFIC.to,
      bucket_seconds: 0,
      times: [],
      metrics: {},
    }),
    answers(settingsApi.terminalCommLogging, { enabled: true }),
    answers(logsApi.terminal, { data: [], total: 0, current_page: 1, last_page: 1, per_page: 25 }),
  )
  const page = renderApp('/terminals/214', { user })
  await page.events.click(await page.findByRole('tab', { name: 'Ölçümler' }))
  expect(await page.findByText('Bu aralıkta ölçüm yok')).toBeVisible()
  expect(page.address()).toBe('/terminals/214?tab=measurements')
  await page.events.click(page.getByRole('tab', { name: 'Bilgiler' }))
  expect(page.address()).toBe('/terminals/214?tab=info')
  expect(await page.findByText('Son görülme')).toBeVisible()
})

test('a terminal that does not exist leads back to the list, and a failed call can be retried', async () => {
  server.use(refuses(terminalsApi.get, 404, 'not_found'))
  const page = renderApp('/terminals/999', { user })
  expect(await page.findByRole('link', { name: 'Terminal listesine dön' })).toHaveAttribute('href', '/terminals')
  page.unmount()
  server.use(answers(terminalsApi.get, terminal), refuses(terminalTrafficApi.get, 403, 'forbidden'))
  renderApp('/terminals/214', { user })
  expect(await screen.findByRole('button', { name: 'Tekrar dene' })).toBeVisible()
})

test('a healthy terminal has one line, and a silent one its verdict, evidence, next steps and the button that helps', async () => {
  const page = renderApp('/terminals/214', { user })
  expect(await page.findByRole('region', { name: 'Neden sessiz?' })).toHaveTextContent(
    'Sorun yok · mesaj aralığı 15 sn',
  )
  page.unmount()

  server.use(answers(terminalsApi.get, { ...terminal, connection: 'offline' }), answers(diagnosisApi.get, WRONG_KEY))
  const silent = renderApp('/terminals/214', { user })
  const card = await silent.findByRole('region', { name: 'Neden sessiz?' })
  expect(within(card).getByText('Anahtar yanlış')).toBeVisible()
  expect(card).toHaveTextContent('Cihaz çalışıyor ve sunucuya ulaşıyor, ama anahtarı yanlış.')
  expect(card).toHaveTextContent('kesinlik: yüksek')
  expect(card).toHaveTextContent(String.raw`20.11.2026 11:00bağlantı reddedildi: anahtar yanlış (\u202e10.0.4.33)`)
  const path = within(card).getByRole('list', { name: 'Ölçümün yolu' })
  const steps = within(path).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual([
    'Cihaztamam',
    expect.stringContaining('Ağtamam'),
    'Anahtarsorun burada',
    'Mesajbilinmiyor',
    expect.stringContaining('Ölçümbilinmiyor'),
    'TankTNK-014',
  ])
  expect(steps[2]).toHaveAttribute('aria-current', 'step')
  await silent.events.click(within(card).getByRole('button', { name: 'Anahtarı yenile (karekod)' }))
  expect(silent.address()).toBe('/terminals/214?dialog=key')
})

test('a silent terminal that may be connected to a broker is not said to reach the server', async () => {
  const unknown: Diagnosis = { ...HEALTHY, verdict: 'unknown', certainty: 'low', is_connected: null }
  server.use(answers(terminalsApi.get, { ...terminal, connection: 'offline' }), answers(diagnosisApi.get, unknown))
  const page = renderApp('/terminals/214', { user })
  const path = await page.findByRole('list', { name: 'Ölçümün yolu' })
  expect(path).not.toHaveTextContent('tamam')
  expect(path).not.toHaveTextContent('sorun burada')
})

test('an operator sees the verdict without the button of administrators', async () => {
  server.use(answers(diagnosisApi.get, WRONG_KEY))
  const page = renderApp('/terminals/214', { user: given.user({ role: 'operator' }) })
  expect(await page.findByText('Anahtar yanlış')).toBeVisible()
  expect(page.queryByRole('button', { name: /Anahtarı yenile/ })).toBeNull()
})

test.each([
  ['operator', '44px'],
  ['admin', '320px'],
] as const)(
  'until the diagnosis arrives, its place has the height that it will have for a role: %s',
  async (role, height) => {
    server.use(
      answers(terminalsApi.get, { ...terminal, connection: 'online', unknown_keys: { temp: 184 } }),
      http.get(`*${diagnosisApi.get.path}`, () => new Promise<never>(() => {})),
    )
    const page = renderApp('/terminals/214', { user: given.user({ role }) })
    await page.findByRole('heading', { level: 1, name: 'T-0214' })
    const places = [...document.querySelectorAll<HTMLElement>('main .MuiSkeleton-root')]
    expect(places.map(({ style }) => style.height)).toContain(height)
  },
)

test('an unknown name is mapped with the suggested metric, and its value is shown before it is saved', async () => {
  const saved: unknown[] = []
  server.use(
    answers(diagnosisApi.get, {
      ...WRONG_KEY,
      verdict: 'unknown_names',
      unknown_names: [
        { name: 'water_temp', sample: 184 },
        { name: '<b>rssi</b>', sample: -71 },
      ],
      key_map: { PH: { metric: 'ph', scale: 1, offset: 0 } },
      same_names: [{ id: 215, code: 'T-0215', key_profile_id: null }],
    }),
    answers(diagnosisApi.saveKeyMap, ({ body }) => {
      saved.push(body)
      return { map: {} }
    }),
  )
  const page = renderApp('/terminals/214', { user })
  const panel = await page.findByRole('region', { name: 'Tanınmayan alanlar' })
  const [first, second, mapped] = within(panel).getAllByRole('listitem')
  if (!first || !second || !mapped) throw new Error('three rows expected')
  expect(first).toHaveTextContent('water_temp = 184')
  expect(within(first).getByRole('status')).toHaveTextContent(/^18,4 °C/)
  expect(second).toHaveTextContent('<b>rssi</b> = -71')
  expect(within(second).queryByRole('button', { name: 'Eşle' })).toBeNull()
  expect(mapped).toHaveTextContent('PHpH olarak kaydediliyorKaldır')

  const factor = within(first).getByRole('textbox', { name: 'Çarpan' })
  await page.events.clear(factor)
  await page.events.type(factor, '1')
  expect(within(first).getByRole('button', { name: 'Eşle' })).toBeDisabled()
  await page.events.clear(factor)
  await page.events.type(factor, '0,1')
  await page.events.click(within(panel).getByRole('checkbox', { name: /T-0215/ }))
  await page.events.click(within(first).getByRole('button', { name: 'Eşle' }))
  expect(await page.findByText(/Eşleme kaydedildi/)).toBeVisible()
  expect(saved).toEqual([
    {
      map: {
        PH: { metric: 'ph', scale: 1, offset: 0 },
        water_temp: { metric: 'tank_temperature', scale: 0.1, offset: 0 },
      },
      also: [215],
    },
  ])
})

test('an unknown name is added to a profile, whose terminals are counted before, and to a new one', async () => {
  const profile = { id: 3, name: 'Multimetre', map: { ec: { metric: 'conductivity' as const, scale: 1, offset: 0 } } }
  server.use(
    answers(diagnosisApi.get, {
      ...WRONG_KEY,
      verdict: 'unknown_names',
      unknown_names: [{ name: 'water_temp', sample: 184 }],
      key_profile: { ...profile, terminals_count: 12 },
      same_names: [
        { id: 215, code: 'T-0215', key_profile_id: null },
        { id: 216, code: 'T-0216', key_profile_id: 3 },
      ],
    }),
    answers(keyProfilesApi.list, given.pageOf([given.keyProfile({ ...profile, terminals_count: 12 })])),
  )
  const added = recorded(keyProfilesApi.addNames, given.keyProfile())
  const created = recorded(keyProfilesApi.create, given.keyProfile({ id: 4 }))
  const page = renderApp('/terminals/214', { user })
  const panel = within(await page.findByRole('region', { name: 'Tanınmayan alanlar' }))
  expect(panel.getByText('1 terminal için geçerli olur')).toBeVisible()
  expect(panel.getByText('İletkenlik olarak kaydediliyor')).toBeVisible()
  expect(panel.getByRole('link', { name: 'Profil: Multimetre · 12 terminal' })).toHaveAttribute(
    'href',
    '/key-profiles?search=Multimetre&dialog=edit&id=3',
  )
  await page.events.click(panel.getByLabelText('Kaydetme yeri'))
  await page.events.click(await page.findByRole('option', { name: 'Profil: Multimetre · 12 terminal' }))
  await page.events.click(panel.getByRole('checkbox', { name: /1 terminalde de eşle: T-0215$/ }))
  expect(panel.getByText('13 terminal için geçerli olur')).toBeVisible()
  await page.events.click(panel.getByRole('button', { name: 'Eşle' }))
  const map = { water_temp: { metric: 'tank_temperature', scale: 0.1, offset: 0 } }
  await waitFor(() => expect(added.at(-1)?.body).toEqual({ map, iot_ids: [214, 215] }))

  await page.events.click(panel.getByLabelText('Kaydetme yeri'))
  await page.events.click(await page.findByRole('option', { name: 'Yeni profil…' }))
  expect(panel.getByRole('button', { name: 'Eşle' })).toBeDisabled()
  expect(panel.getByText('Terminalin profili değişir. Şimdiki profil: Multimetre')).toBeVisible()
  await page.events.type(panel.getByLabelText(/^Profil adı/), 'Sonda')
  await page.events.click(panel.getByRole('button', { name: 'Eşle' }))
  await waitFor(() => expect(created.at(-1)?.body).toEqual({ name: 'Sonda', map, iot_ids: [214, 215, 216] }))
})

test('a terminal whose names are all known has no heading for unknown ones', async () => {
  server.use(answers(diagnosisApi.get, { ...WRONG_KEY, key_map: { PH: { metric: 'ph', scale: 1, offset: 0 } } }))
  const page = renderApp('/terminals/214', { user })
  expect(await page.findByRole('region', { name: 'Eşlenen alanlar' })).toHaveTextContent('pH olarak kaydediliyor')
  expect(page.queryByText('Tanınmayan alanlar')).toBeNull()
})

test('an administrator listens to what arrives, with hostile text shown as text', async () => {
  server.use(
    answers(diagnosisApi.listen, {
      messages: [
        { number: 2, at: '2026-11-20T08:00:01.000Z', kind: 'refused', text: '{"<b>x</b>\u202E":1}' },
        { number: 1, at: '2026-11-20T08:00:00.000Z', kind: 'wrong_key', text: '10.0.4.33' },
      ],
    }),
  )
  const page = renderApp('/terminals/214', { user })
  await page.events.click(await page.findByRole('button', { name: 'Canlı dinle' }))
  const list = await page.findByRole('list', { name: 'Canlı dinleme' })
  expect(await within(list).findByText('reddedildi')).toBeVisible()
  const [newest, older] = within(list).getAllByRole('listitem')
  expect(newest).toHaveTextContent(String.raw`11:00:01reddedildi{"<b>x</b>\u202e":1}`)
  expect(older).toHaveTextContent('11:00:00anahtar yanlış10.0.4.33')
  await page.events.click(page.getByRole('button', { name: 'Dinlemeyi bitir' }))
  expect(page.queryByRole('list', { name: 'Canlı dinleme' })).toBeNull()
})

const HEALTH = {
  battery: { value: 12, at: moment },
  rssi: { value: -97, at: moment },
  snr: { value: 8.5, at: moment },
  gateway: { value: 'GW-1', at: moment },
}

test('battery and signal are shown with their week, and a value that was not taken is counted', async () => {
  server.use(
    answers(terminalsApi.get, { ...terminal, health: HEALTH }),
    answers(diagnosisApi.health, {
      hours: [61, 40, 12].map((battery, n) => ({
        at: new Date(Date.now() - (3 - n) * 3_600_000).toISOString(),
        battery,
        rssi: null,
        snr: null,
      })),
      refused: { name: 'battery', value: '140', count: 2, at: moment },
    }),
  )
  const page = renderApp('/terminals/214', { user })
  const battery = within(await page.findByRole('region', { name: 'Pil' }))
  expect(await battery.findByRole('img', { name: 'Son 7 gün: en düşük %12, en yüksek %61' })).toBeVisible()
  expect(battery.getByText('%12')).toBeVisible()
  const signal = within(page.getByRole('region', { name: 'Sinyal (RSSI)' }))
  expect(signal.getByText('−97 dBm')).toBeVisible()
  expect(signal.getByText(/SNR 9 dB · ağ geçidi GW-1/)).toBeVisible()
  expect(signal.getByRole('img', { name: 'Son 7 günde değer gelmedi' })).toBeVisible()
  expect(page.getByText(/Alınmayan değer: battery = 140, 2 kez/)).toBeVisible()
})

test('a terminal that sends neither battery nor signal says so', async () => {
  const page = renderApp('/terminals/214', { user })
  expect(await page.findByText('Cihaz pil bilgisi göndermiyor.')).toBeVisible()
  expect(page.getByText('Cihaz sinyal bilgisi göndermiyor.')).toBeVisible()
})
