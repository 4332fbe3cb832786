import type { Alarm } from '@dalyan/contracts/alarms'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { type Incident, incidentsApi, type IncidentTimeline } from '@dalyan/contracts/incidents'
import { waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answers, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'
import { setWidth } from '../../../../tests/set-width.ts'

const operator = () => given.user({ role: 'operator' })
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** The silence of a terminal on its own tank. */
const silence = (n: number): Alarm =>
  given.alarm({
    id: 100 + n,
    incident_id: 1,
    kind: 'silent',
    metric: null,
    value: null,
    tank: { id: n, code: `LARVA-${n}`, name: 'Levrek' },
    iot: { id: n, code: `ESP-${n}` },
  })
const outage = () =>
  given.incident(
    Array.from({ length: 27 }, (_, n) => silence(n + 1)),
    {
      cause: 'outage',
      place: 'B Salonu',
      evidence: '27 terminalin son ölçümleri 48 sn içinde kesildi.',
    },
  )
const lift = () => {
  const tank = { id: 40, code: 'DENIZ-1', name: 'Deniz' }
  const low = (id: number, metric: 'salinity' | 'conductivity' | 'ph', value: number, limit: number) =>
    given.alarm({ id, incident_id: 2, tank, kind: 'low', severity: 'warning', metric, value, limit, peak: value })
  return given.incident([low(201, 'salinity', 0.5, 25), low(202, 'conductivity', 0.9, 39), low(203, 'ph', 6.83, 7.5)], {
    cause: 'out_of_water',
    evidence: 'Tuzluluk ve iletkenlik 20 sn içinde birlikte düştü; su sıcaklığı sınırlarında kaldı.',
  })
}
const returnedOn = (id: number) =>
  given.incident([
    given.alarm({
      id: 300 + id,
      incident_id: id,
      tank: { id, code: `TNK-${id}`, name: 'Tank' },
      state: 'rtn_unack',
      out_since: ago(30),
      cleared_at: ago(26),
    }),
  ])

const timeline: IncidentTimeline = {
  notified: [
    {
      user: { id: 3, name: 'Elif Demir' },
      channel: 'push',
      kind: 'first',
      times: 1,
      queued_at: ago(6),
      sent_at: ago(6),
      last_sent_at: ago(6),
      has_failed: false,
    },
    {
      user: { id: 3, name: 'Elif Demir' },
      channel: 'mail',
      kind: 'first',
      times: 1,
      queued_at: ago(6),
      sent_at: null,
      last_sent_at: null,
      has_failed: true,
    },
  ],
  next: { at: new Date(Date.now() + 240_000).toISOString(), user: { id: 4, name: 'Murat Kaya' } },
  similar: {
    id: 9,
    started_at: '2026-11-03T01:12:00.000Z',
    ended_at: '2026-11-03T01:31:00.000Z',
    alarms: 27,
    note: 'sigorta F4 attı',
    noted_by: { id: 4, name: 'Murat Kaya' },
  },
}

let incidents: Incident[] = []
let sent: string[] = []
beforeAll(() => Promise.all([import('../AlarmsPage.tsx'), import('../AlarmDialogs.tsx')]))
beforeEach(() => {
  incidents = [outage(), lift(), returnedOn(11), returnedOn(12)]
  sent = []
  const changed = (url: URL, part: Partial<Alarm>) => {
    const id = Number(url.pathname.split('/').at(-2))
    const apply = (alarm: Alarm): Alarm =>
      alarm.state === 'rtn_unack' ? { ...alarm, ...part, state: 'closed', closed_at: ago(0) } : { ...alarm, ...part }
    incidents = incidents.map((one) => (one.id === id ? { ...one, alarms: one.alarms.map(apply) } : one))
    const found = incidents.find((one) => one.id === id)
    if (!found) throw new Error(`no incident ${id}`)
    return found
  }
  server.use(
    answers(alarmsApi.list, () => given.pageOf([])),
    answers(incidentsApi.list, () => given.pageOf(incidents.filter((one) => one.alarms.some((a) => !a.closed_at)))),
    answers(incidentsApi.timeline, timeline),
    answers(incidentsApi.acknowledge, ({ url, body }) => {
      const note = (body as { note?: string | null } | undefined)?.note
      sent.push(`${url.pathname}${note ? ` ${note}` : ''}`)
      return changed(url, { state: 'active_ack', acknowledged_at: ago(0) })
    }),
    answers(incidentsApi.shelve, ({ url, body }) => {
      sent.push(`${url.pathname} ${JSON.stringify(body)}`)
      return changed(url, { shelved_until: new Date(Date.now() + 900_000).toISOString(), shelve_reason: 'x' })
    }),
  )
})

const cardOf = async (page: ReturnType<typeof renderApp>, name: string | RegExp) =>
  within(await page.findByRole('article', { name }))

test('27 silent terminals are one card, and one press acknowledges them all', async () => {
  const page = renderApp('/alarms', { user: operator() })
  const card = await cardOf(page, 'B Salonu: 27 terminal sustu')
  expect(card.getByText('Olası neden: elektrik veya ağ.')).toBeVisible()
  expect(card.getByText(/son ölçümleri 48 sn içinde/)).toBeVisible()
  expect(page.getByRole('link', { name: 'Açık 4' })).toHaveAttribute('aria-current', 'page')
  await page.events.click(card.getByRole('button', { name: /^Hepsini onayla \(27\)/ }))
  expect(await page.findByText('27 alarm onaylandı')).toBeVisible()
  expect(sent).toEqual(['/api/incidents/1/acknowledge'])
  await waitFor(() => expect(card.queryByRole('button', { name: /^Hepsini onayla/ })).toBeNull())
})

test('a lifted sonde is one card with the values of its three alarms, which it opens to', async () => {
  const page = renderApp('/alarms', { user: operator() })
  const card = await cardOf(page, 'DENIZ-1 · sonda su dışında olabilir')
  for (const text of ['Tuzluluk düşük', 'İletkenlik düşük', 'pH düşük']) expect(card.getByText(text)).toBeVisible()
  expect(card.queryByRole('table')).toBeNull()
  await page.events.click(card.getByRole('button', { name: /^Ayrıntı/ }))
  expect(within(card.getByRole('table')).getAllByRole('button', { name: /^Onayla: DENIZ-1/ })).toHaveLength(3)
})

test('returned incidents are one line that is acknowledged at once', async () => {
  const page = renderApp('/alarms', { user: operator() })
  const line = within(await page.findByRole('region', { name: '2 alarm normale döndü' }))
  expect(line.getByText(/2 tank, en uzunu 4 dk/)).toBeVisible()
  await page.events.click(line.getByRole('button', { name: 'Hepsini onayla (2)' }))
  expect(sent).toEqual(['/api/incidents/11/acknowledge', '/api/incidents/12/acknowledge'])
})

test('all incidents are selected and acknowledged together on a phone', async () => {
  setWidth(360)
  const page = renderApp('/alarms', { user: operator() })
  await page.events.click(await page.findByRole('checkbox', { name: /tümünü seç/ }))
  await page.events.click(page.getByRole('button', { name: 'Seçilen 2 olayı onayla' }))
  expect(sent).toEqual(['/api/incidents/1/acknowledge', '/api/incidents/2/acknowledge'])
})

test('an incident is shelved with a reason, and leaves the list', async () => {
  const page = renderApp('/alarms', { user: operator() })
  await page.events.click(await page.findByRole('button', { name: 'Ertele: DENIZ-1 · sonda su dışında olabilir' }))
  const form = within(await page.findByRole('dialog'))
  await page.events.click(form.getByRole('button', { name: 'Temizlik' }))
  expect(form.getByRole('button', { name: 'Temizlik' })).toHaveAttribute('aria-pressed', 'true')
  await page.events.click(form.getByRole('button', { name: 'Ertele' }))
  await waitFor(() => expect(sent).toEqual(['/api/incidents/2/shelve {"minutes":60,"reason":"Temizlik"}']))
})

test('a wide screen shows beside the cards what came first, who was notified, who is next and what was similar', async () => {
  setWidth(1440)
  const page = renderApp('/alarms', { user: operator() })
  const panel = within(await page.findByRole('region', { name: 'Ne önce oldu?' }))
  expect(panel.getByText(/ESP-1 sustu \(ilk\)/)).toBeVisible()
  expect(panel.getByText('27 terminal sustu', { exact: false })).toBeVisible()
  expect(await panel.findByText(/Bildirildi: Elif Demir/)).toHaveTextContent(
    // Just after midnight it was yesterday.
    /telefon bildirimi (\d\d:\d\d:\d\d|[\d.]{10} \d\d:\d\d) · e-posta gönderilemedi$/,
  )
  const moments = panel.getAllByRole('listitem').map((moment) => moment.textContent)
  expect(moments.find((moment) => moment.includes('Sırada: Murat Kaya'))).toMatch(/onaylanmazsa haber verilecek$/)
  expect(panel.getByText(/27 alarm · 19 dk · not: “sigorta F4 attı” \(Murat Kaya\)/)).toBeVisible()

  const title = page.getByRole('button', { name: 'B Salonu: 27 terminal sustu' })
  expect(title).toHaveAttribute('aria-pressed', 'true')
  title.focus()
  await page.events.keyboard('{ArrowDown}')
  const next = page.getByRole('button', { name: 'DENIZ-1 · sonda su dışında olabilir' })
  expect(next).toHaveFocus()
  expect(next).toHaveAttribute('aria-pressed', 'true')
  expect(await panel.findByText(/Tuzluluk düşük/)).toBeVisible()
})

test('an incident is acknowledged with a note for all of its alarms', async () => {
  const page = renderApp('/alarms', { user: operator() })
  const card = await cardOf(page, 'B Salonu: 27 terminal sustu')
  await page.events.click(card.getByRole('button', { name: /^Ayrıntı/ }))
  await page.events.click(card.getByRole('button', { name: /^Not ekleyerek onayla: B Salonu/ }))
  const form = within(await page.findByRole('dialog'))
  await page.events.type(form.getByRole('textbox', { name: 'Not' }), 'sigorta')
  await page.events.click(form.getByRole('button', { name: 'Onayla' }))
  await waitFor(() => expect(sent).toEqual(['/api/incidents/1/acknowledge sigorta']))
})

test('the second button leads to the terminals of an outage, and says that a sonde was checked', async () => {
  const page = renderApp('/alarms', { user: operator() })
  const outageCard = await cardOf(page, 'B Salonu: 27 terminal sustu')
  expect(outageCard.getByRole('link', { name: 'Terminaller' })).toHaveAttribute('href', '/terminals?connection=offline')
  const liftCard = await cardOf(page, 'DENIZ-1 · sonda su dışında olabilir')
  await page.events.click(liftCard.getByRole('button', { name: /^Kontrol edildi/ }))
  await waitFor(() => expect(sent).toEqual(['/api/incidents/2/acknowledge Kontrol edildi']))
})

test('the incident of one value shows its course, and keeps it when it is acknowledged', async () => {
  const course = {
    metric: 'ph' as const,
    from: ago(360),
    step_seconds: 900,
    min: [8, 8.1, 8.5],
    max: [8, 8.2, 8.6],
    limits: { min: 7.5, max: 8.3 },
  }
  incidents = [given.incident([given.alarm({ incident_id: 5 })], { course })]
  const page = renderApp('/alarms', { user: operator() })
  const card = await cardOf(page, /TNK-014 · pH yüksek/)
  expect(card.getByRole('img', { name: 'Son 6 saat: pH' })).toBeVisible()
  expect(card.getByRole('link', { name: /^Grafikte göster/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/tanks\/14\?tab=charts/),
  )
  await page.events.click(card.getByRole('button', { name: /^Hepsini onayla|^Onayla/ }))
  await page.findByText('1 alarm onaylandı')
  expect(card.getByRole('img', { name: 'Son 6 saat: pH' })).toBeVisible()
})

test('a customer sees the incidents without buttons that change them', async () => {
  const page = renderApp('/alarms', { user: given.user({ role: 'customer' }) })
  await cardOf(page, 'B Salonu: 27 terminal sustu')
  expect(page.queryByRole('button', { name: /onayla|ertele/i })).toBeNull()
  expect(page.queryByRole('checkbox')).toBeNull()
})

test('the open alarms can still be listed one by one', async () => {
  const page = renderApp('/alarms', { user: operator() })
  const links = within(await page.findByRole('group', { name: 'Görünüm' }))
  expect(links.getByRole('link', { name: 'Olaylar' })).toHaveAttribute('aria-current')
  await page.events.click(links.getByRole('link', { name: 'Tek tek' }))
  await waitFor(() => expect(links.getByRole('link', { name: 'Tek tek' })).toHaveAttribute('aria-current'))
  expect(page.queryByRole('article')).toBeNull()
})
