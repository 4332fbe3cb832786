import { firmsApi } from '@dalyan/contracts/firms'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { homeApi } from '@dalyan/contracts/home'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { DEFAULT_CHANNELS, notificationsApi } from '@dalyan/contracts/notifications'
import type { Order } from '@dalyan/contracts/orders'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { usersApi } from '@dalyan/contracts/users'
import { act, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { formatTime } from '../../shared/format/date-time.ts'

beforeEach(() => localStorage.removeItem('first-steps'))

const FIRM = { id: 1, code: 'EGE', name: 'Ege Mavi Su Ürünleri' }
const order = (code: string, status: Order['status']): Order => ({
  id: Number(code.slice(2)),
  code,
  firm: FIRM,
  status,
  items: [{ product: 'Levrek', quantity: 10, unit: 'kg', tank: null }],
  note: null,
  created_by: null,
  created_at: '2026-07-07T09:00:00.000Z',
  updated_at: '2026-07-07T09:00:00.000Z',
})
const counts = (totals: { firms: number; templates: number; terminals: number; tanks: number; users: number }) => {
  const page = (total: number) => ({ data: [], total, current_page: 1, last_page: 1, per_page: 1 })
  server.use(
    answers(firmsApi.list, page(totals.firms)),
    answers(rangeTemplatesApi.list, page(totals.templates)),
    answers(terminalsApi.list, page(totals.terminals)),
    answers(tanksApi.list, { ...page(totals.tanks), counts: { out_of_range: 0, stale: 0 } }),
    answers(usersApi.list, page(totals.users)),
  )
}

test("a customer sees open alarms first, then the firm's tanks, latest orders and points", async () => {
  server.use(
    answers(
      homeApi.home,
      given.home({
        alarms: { open: 7, unacknowledged: 2, shelved: 1, worst: [given.alarm()] },
        tanks: { total: 60, watched: 59, out_of_range: 2, stale: 1 },
        orders: [order('S-1042', 'shipped'), order('S-1041', 'delivered')],
        points: { balance: 1240 },
      }),
    ),
  )
  const page = renderApp('/home', { user: given.user({ role: 'customer', firm: FIRM }) })
  const alarms = await page.findByRole('region', { name: /7 açık alarm · 1 ertelendi/ })
  const line = within(alarms).getByRole('link', { name: /TNK-014/ })
  expect(line).toHaveAttribute('href', '/tanks/14')
  expect(line).toHaveTextContent('pH yüksek: 8,59')
  expect(alarms).toHaveTextContent('ve 6 alarm daha')
  const tanks = page.getByRole('region', { name: 'Tanklar' })
  expect(tanks).toHaveTextContent('60 tank · 2 tank aralık dışı · 1 tankın verisi gecikmeli')
  expect(within(tanks).getByRole('link', { name: '2 tank aralık dışı' })).toHaveAttribute(
    'href',
    '/tanks?condition=out_of_range',
  )
  expect(within(alarms).getByRole('link', { name: '7 açık alarm' })).toHaveAttribute('href', '/alarms')
  expect(within(alarms).getByRole('link', { name: 've 6 alarm daha' })).toHaveAttribute('href', '/alarms')
  expect(alarms.compareDocumentPosition(tanks)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(page.getByRole('region', { name: 'Siparişler' })).toHaveTextContent('S-1042 · 07.07.2026 · Gönderildi')
  expect(page.getByRole('region', { name: 'Puanlar' })).toHaveTextContent('1.240 puan')
})

test('a returned alarm shows worst value, present value and duration; several of a tank share a line', async () => {
  const at = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
  const back = { state: 'rtn_unack', out_since: at(300), cleared_at: at(262) } as const
  const tank = { id: 3, code: 'TNK-003', name: 'Çipura 1' }
  const low = { kind: 'low', metric: 'salinity', occurrence_peak: 0, limit: 25 } as const
  const worst = [
    given.alarm({ id: 1 }),
    given.alarm({ id: 2, ...back, ...low, latest: { value: 28.3, measured_at: at(5) } }),
    given.alarm({ id: 3, tank, ...back }),
    given.alarm({ id: 4, tank, metric: 'orp', ...back }),
  ]
  server.use(answers(homeApi.home, given.home({ alarms: { open: 4, unacknowledged: 4, worst } })))
  const page = renderApp('/home', { user: given.user({ role: 'customer', firm: FIRM }) })
  const alarms = await page.findByRole('region', { name: /4 açık alarm/ })
  const lines = within(alarms).getAllByRole('listitem')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toHaveTextContent(/pH yüksek: 8,59.*38 dk/)
  expect(lines[1]).toHaveTextContent(
    /Tuzluluk düşük · Normale döndü, onay bekliyoren düşük ‰0,0 \(sınır ‰25,0\) · şimdi ‰28,3 · .*, 38 sn$/,
  )
  expect(lines[2]).toHaveTextContent(/TNK-003 Çipura 12 alarm normale döndüpH yüksek, ORP yüksek · en uzunu 38 sn$/)
})

test.each([
  ['every tank is in range', {}, /^Tanklarınız iyi · son olay .*\d\d:\d\d, 38 sn sürdü, çözüldü$/],
  ['a tank is not watched', { watched: 59 }, /^Son olay .*\d\d:\d\d, 38 sn sürdü, çözüldü$/],
])(
  'a customer reads when the last event was, with its course, and that all is well only when it is proved: %s',
  async (_case, tanks, words) => {
    const at = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
    const back = given.alarm({ state: 'rtn_unack', out_since: at(300), cleared_at: at(262) })
    const series = {
      from: at(3_900),
      to: at(0),
      bucket_seconds: 60,
      times: [1, 2, 3],
      metrics: { ph: { min: [8, 8.5, 8], avg: [8, 8.5, 8], max: [8, 8.6, 8] } },
    }
    server.use(
      answers(
        homeApi.home,
        given.home({
          alarms: { open: 1, unacknowledged: 1, worst: [back] },
          tanks: { total: 60, active: 60, watched: 60, out_of_range: 0, stale: 0, ...tanks },
        }),
      ),
      answers(alarmsApi.list, given.pageOf([back])),
      answers(measurementsApi.tankSeries, series),
    )
    const page = renderApp('/home', { user: given.user({ role: 'customer', firm: FIRM }) })
    expect(await page.findByText(words)).toBeVisible()
    expect(page.getByText(/TNK-014 · pH yüksek · 8,61/)).toBeVisible()
    expect(await page.findByRole('link', { name: 'Grafikte göster: TNK-014, pH yüksek' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/tanks\/14\?tab=charts/),
    )
    expect(page.queryByText(/onay bekliyor/)).toBeNull()
    expect(page.queryByRole('link', { name: /onay bekleyen olay/ })).toBeNull()
  },
)

test('tanks that fell silent while they were out of range are counted and named', async () => {
  server.use(answers(homeApi.home, given.home({ tanks: { total: 5, out_of_range: 2, silent_out: 1, stale: 1 } })))
  const page = renderApp('/home', { user: given.user({ role: 'operator', firm: FIRM }) })
  const tanks = await page.findByRole('region', { name: 'Tanklar' })
  await waitFor(() => expect(tanks).toHaveTextContent('2 tank aralık dışı (1 tankta son değer aralık dışıydı)'))
})

test('a customer without a firm reads that there are no orders and points yet, and what to do', async () => {
  server.use(answers(homeApi.home, given.home()))
  const page = renderApp('/home', { user: given.user({ role: 'customer' }) })
  expect(await page.findByText('Henüz siparişiniz yok')).toBeVisible()
  expect(page.getByText('Henüz puanınız yok')).toBeVisible()
  expect(page.getByText(/Hesabınız henüz bir firmaya bağlı değil/)).toBeVisible()
  expect(page.queryByText(/açık alarm/)).toBeNull()
  expect(page.queryByText('İlk adımlar')).toBeNull()
})

test('only users with the permission for the panel see a link to it', async () => {
  server.use(answers(homeApi.home, given.home()))
  counts({ firms: 1, templates: 1, terminals: 1, tanks: 1, users: 2 })
  const page = renderApp('/home', { user: given.user() })
  expect(await page.findByRole('link', { name: 'Yönetim paneline git' })).toHaveAttribute('href', '/admin')
  page.unmount()
  const others = renderApp('/home', { user: given.user({ role: 'operator', firm: FIRM }) })
  await others.findByRole('link', { name: 'Tanklara git' })
  expect(others.queryByRole('link', { name: 'Yönetim paneline git' })).toBeNull()
})

test('the data on the home page stay when a refetch fails', async () => {
  server.use(answers(homeApi.home, given.home({ points: { balance: 1240 } })))
  const page = renderApp('/home', { user: given.user({ role: 'customer', firm: FIRM }) })
  expect(await page.findByText('1.240 puan')).toBeVisible()
  server.use(refuses(homeApi.home, 503, 'not_ready'))
  await act(() => page.cache.refetchQueries())
  expect(await page.findByRole('button', { name: 'Tekrar dene' })).toBeVisible()
  expect(page.getByText('1.240 puan')).toBeVisible()
})

test('a failed home page shows the reason and a retry button', async () => {
  server.use(refuses(homeApi.home, 403, 'forbidden'))
  const page = renderApp('/home', { user: given.user({ role: 'customer' }) })
  await page.findByRole('button', { name: 'Tekrar dene' })
  await page.quiet()
  server.use(answers(homeApi.home, given.home({ points: { balance: 10 } })))
  await page.events.click(page.getByRole('button', { name: 'Tekrar dene' }))
  expect(await page.findByText('10 puan')).toBeVisible()
})

test('the first steps of an empty installation are ticked automatically and disappear when all are done', async () => {
  counts({ firms: 0, templates: 0, terminals: 1, tanks: 0, users: 1 })
  const page = renderApp('/home', { user: given.user() })
  const steps = await page.findByRole('region', { name: 'İlk adımlar' })
  expect(steps).toHaveTextContent('1 / 5 tamam')
  const [firm, , terminal] = within(steps).getAllByRole('listitem')
  expect(firm).toHaveTextContent('Bir firma ekleyin')
  expect(within(terminal as HTMLElement).getByTitle('Tamamlandı')).toBeInTheDocument()
  expect(within(terminal as HTMLElement).queryByRole('link')).toBeNull()
  expect(within(steps).getByRole('link', { name: 'Tank ekle' })).toHaveAttribute('href', '/tanks?dialog=create')

  counts({ firms: 1, templates: 1, terminals: 1, tanks: 1, users: 2 })
  await page.cache.refetchQueries({ queryKey: ['home'] })
  await expect.poll(() => page.queryByText('İlk adımlar')).toBeNull()
  page.unmount()

  counts({ firms: 0, templates: 0, terminals: 0, tanks: 0, users: 1 })
  const again = renderApp('/home', { user: given.user() })
  await again.findByText('Henüz siparişiniz yok')
  expect(again.queryByText('İlk adımlar')).toBeNull()
})

const MINUTE = 60_000
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
test.each([
  ['every active tank is watched and in range', {}, '60 tankın hepsi aralıkta', '60 / 60 tank izleniyor · son kontrol'],
  [
    'tanks that are not active are not counted among them',
    { active: 58, watched: 58 },
    '58 etkin tankın hepsi aralıkta',
    '58 / 58 tank izleniyor · 2 tank etkin değil · son kontrol',
  ],
  [
    'a tank that nothing watches is named',
    { watched: 59 },
    'İzlenen 59 tank aralıkta. 1 tank izlenmiyor: şablonu ya da güncel verisi yok.',
    '59 / 60 tank izleniyor',
  ],
  ['a tank is out of range', { out_of_range: 1 }, '1 tank aralık dışı', '60 / 60 tank izleniyor'],
  ['nothing is watched', { watched: 0 }, /^Hiçbir tank izlenmiyor/, '0 / 60 tank izleniyor'],
  [
    'the last look is minutes old',
    { checked_at: minutesAgo(5) },
    'Tankların şimdiki durumu bilinmiyor: son kontrol 5 dk önce.',
    'son kontrol 5 dk önce',
  ],
  [
    'nothing was watched for an hour',
    { interruption: { from: minutesAgo(120), to: minutesAgo(60) } },
    '60 tankın hepsi aralıkta',
    /\d\d:\d\d – \d\d:\d\d izlenmedi · 60 \/ 60 tank izleniyor/,
  ],
])('the sentence about all tanks shows its evidence: %s', async (_what, tanks, text, line) => {
  server.use(answers(homeApi.home, given.home({ tanks: { total: 60, ...tanks } })))
  const page = renderApp('/home', { user: given.user({ role: 'customer', firm: FIRM }) })
  const card = await page.findByRole('region', { name: 'Tanklar' })
  expect(await within(card).findByText(text)).toBeVisible()
  expect(card).toHaveTextContent(line)
})

test('the home page shows no count while it loads, not even zero', async () => {
  const late = Promise.withResolvers<undefined>()
  server.use(
    http.get(`*${homeApi.home.path}`, async () => {
      await late.promise
      return HttpResponse.json(given.home({ tanks: { total: 60 } }))
    }),
  )
  const page = renderApp('/home', { user: given.user({ role: 'customer', firm: FIRM }) })
  await page.findByRole('heading', { level: 1 })
  expect(page.queryByRole('region', { name: 'Tanklar' })).toBeNull()
  late.resolve(undefined)
  const card = await page.findByRole('region', { name: 'Tanklar' })
  expect(await within(card).findByText('60 tankın hepsi aralıkta')).toBeVisible()
})

const HOUR = 3_600
const lastHour = (kind: 'critical' | 'silent') => [{ from: 23 * HOUR, to: 24 * HOUR, kind }]

test('an operator sees the last day of every tank; a tank with an event is a link that says what it was', async () => {
  const tanks = [
    { id: 1, code: 'TNK-001', has_reported: true, spans: [] },
    { id: 2, code: 'TNK-002', has_reported: true, spans: [{ from: 2 * HOUR, to: 3 * HOUR, kind: 'warning' as const }] },
    { id: 3, code: 'TNK-003', has_reported: true, spans: lastHour('silent') },
  ]
  const now = given.now({ tanks })
  server.use(answers(homeApi.now, now))
  const page = renderApp('/home', { user: given.user({ role: 'operator', firm: FIRM }) })
  const day = await page.findByRole('region', { name: 'Son 24 saat' })
  const links = await within(day).findAllByRole('link')
  const at = (hours: number) => formatTime(Date.parse(now.day.from) + hours * HOUR * 1_000)
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    `TNK-002: uyarı ${at(2)} – ${at(3)}`,
    `TNK-003: veri yok ${at(23)} – sürüyor`,
  ])
  expect(links[0]).toHaveAttribute('href', '/tanks/2?tab=charts')
  links[0]?.focus()
  await page.events.keyboard('{ArrowDown}')
  expect(links[1]).toHaveFocus()
})

test('the legend of the last day names each kind of event that its lines show, and no other', async () => {
  const info = [{ from: 2 * HOUR, to: 3 * HOUR, kind: 'info' as const }]
  const tanks = [
    { id: 1, code: 'TNK-001', has_reported: true, spans: [...info, ...lastHour('silent')] },
    { id: 2, code: 'TNK-002', has_reported: true, spans: lastHour('critical') },
  ]
  server.use(answers(homeApi.now, given.now({ tanks })))
  const page = renderApp('/home', { user: given.user({ role: 'operator', firm: FIRM }) })
  const day = await page.findByRole('region', { name: 'Son 24 saat' })
  expect(await within(day).findByText('bilgi')).toBeVisible()
  expect(within(day).getByText('kritik')).toBeVisible()
  expect(within(day).getByText('veri yok')).toBeVisible()
  expect(within(day).queryByText('uyarı')).toBeNull()
})

test('a tank that never reported has no calm day: nothing is known of it', async () => {
  const day = { tanks: [{ id: 4, code: 'TNK-004', has_reported: false, spans: [] }], unknown: 1 }
  const operator = given.user({ role: 'operator', firm: FIRM })
  server.use(answers(homeApi.now, given.now(day)))
  const page = renderApp('/home', { user: operator })
  expect(await page.findByText('Henüz hiçbir tanktan ölçüm gelmedi; son 24 saat bilinmiyor.')).toBeVisible()
  expect(page.queryByText(/olay yok/)).toBeNull()
  page.unmount()
  server.use(answers(homeApi.now, given.now({ ...day, quiet: 3 })))
  const mixed = renderApp('/home', { user: operator })
  expect(await mixed.findByText('Ölçüm gelen tankların hiçbirinde son 24 saatte olay yok.')).toBeVisible()
  expect(mixed.getByText('3 tankta olay yok')).toBeVisible()
  expect(mixed.getByText('Henüz hiç ölçüm gelmeyen 1 tank var.')).toBeVisible()
})

test('an operator reads who is on call first and next, and until when alarms are shelved', async () => {
  const until = new Date(Date.now() + 60 * MINUTE).toISOString()
  server.use(
    answers(
      homeApi.now,
      given.now({
        duty: [
          {
            firm: FIRM,
            on_call: [
              { user: { id: 1, name: 'Zeynep Aydın' }, delay_minutes: 0 },
              { user: { id: 2, name: 'Murat Kaya' }, delay_minutes: 10 },
            ],
          },
        ],
        shelved: [given.alarm({ shelved_until: until, shelve_reason: 'Temizlik' })],
      }),
    ),
  )
  const page = renderApp('/home', { user: given.user({ role: 'operator', firm: FIRM }) })
  const duty = await page.findByRole('region', { name: 'Nöbet' })
  expect(
    within(duty)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual(['Zeynep Aydın (siz)ilk haber verilecek', 'Murat Kaya10 dk içinde onaylanmazsa'])
  const running = page.getByRole('region', { name: 'Devam edenler' })
  expect(running).toHaveTextContent(`TNK-014 pH yüksekbitiş ${formatTime(until)}`)
})

const pushed = (ready: boolean) =>
  answers(notificationsApi.preferences, {
    channels: DEFAULT_CHANNELS,
    quiet_hours: null,
    all_firms: false,
    forewarnings: 'day',
    monthly_report: false,
    health: [
      {
        channel: 'push',
        ready,
        reason: ready ? null : 'no_subscription',
        tested_at: null,
        last_success_at: null,
        last_failure_at: null,
        last_error: null,
      },
    ],
    nobody_notified: false,
    unreached_firms: [],
  })

test.each([
  [
    'push reaches the phone',
    [pushed(true)],
    /^Şu anda sizi bekleyen bir şey yok\.60 tankın hepsi aralıkta60 \/ 60 tank izleniyor · son kontrol .* · telefona bildirim açık$/,
  ],
  ['push is off', [pushed(false)], /yok\.Telefona bildirim kapalı\. 60 tankın hepsi aralıkta60 \/ 60 tank izleniyor/],
  [
    'it is unknown whether push is on',
    [refuses(notificationsApi.preferences, 503, 'not_ready')],
    /yok\.Telefona bildirimin açık olup olmadığı bilinmiyor\. 60 tankın/,
  ],
])('an operator with nothing to do reads that, with the evidence: %s', async (_case, handlers, words) => {
  server.use(
    answers(homeApi.home, given.home({ tanks: { total: 60 } })),
    answers(homeApi.now, given.now({ quiet: 60 })),
    ...handlers,
  )
  const page = renderApp('/home', { user: given.user({ role: 'operator', firm: FIRM }) })
  const calm = await page.findByRole('region', { name: 'Şu anda sizi bekleyen bir şey yok.' })
  await waitFor(() => expect(calm).toHaveTextContent(words))
  expect(within(calm).queryAllByTestId('proved')).toHaveLength(words.source.includes('açık$') ? 1 : 0)
  expect(await page.findByText('Nöbetçi seçilmemiş')).toBeVisible()
  expect(await page.findByText('Son 24 saatte hiçbir tankta olay yok.')).toBeVisible()
})

test.each([
  ['no tank is there', { total: 0 }, 'Henüz izlenen etkin bir tank yok.'],
  ['no tank is watched', { total: 4, watched: 0 }, /^Hiçbir tank izlenmiyor/],
])('the home page says no all-clear while %s', async (_case, tanks, words) => {
  server.use(answers(homeApi.home, given.home({ tanks })))
  const page = renderApp('/home', { user: given.user({ role: 'operator', firm: FIRM }) })
  expect(await page.findByRole('region', { name: words })).toBeVisible()
  expect(page.queryByText('Şu anda sizi bekleyen bir şey yok.')).toBeNull()
  expect(page.queryByText('Son 24 saatte hiçbir tankta olay yok.')).toBeNull()
})

test('an operator sees the incidents as cards that lead to their page, and the returned alarms in one line', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
  const silence = (id: number) =>
    given.alarm({
      id,
      incident_id: 1,
      kind: 'silent',
      metric: null,
      tank: { id, code: `L-${id}`, name: 'Levrek' },
      iot: { id, code: `E-${id}` },
    })
  const shelved = { ...silence(3), shelved_until: ago(-60) }
  const outage = given.incident([silence(1), silence(2), shelved], {
    cause: 'outage',
    place: 'B salonu',
    started_at: ago(7),
  })
  const single = given.incident([given.alarm({ incident_id: 2 })])
  const incidents = given.nowIncidents({
    active: 8,
    shown: [single, outage],
    critical_tanks: 1,
    // Without the shelved one.
    silent_tanks: 4,
    returned: { alarms: 8, tanks: 5, longest_seconds: 240 },
  })
  server.use(
    answers(homeApi.home, given.home({ alarms: { open: 12 }, tanks: { total: 60, watched: 57, out_of_range: 1 } })),
    answers(homeApi.now, given.now({ incidents })),
  )
  const page = renderApp('/home', { user: given.user({ role: 'operator', firm: FIRM }) })
  const now = await page.findByRole('region', { name: 'Şimdi 8 olay' })
  expect(page.getByText('1 tank tehlikede, B salonu 7 dakikadır sessiz, 2 tank daha sessiz.')).toBeVisible()
  expect(within(now).getByRole('article', { name: 'B salonu: 3 terminal sustu' })).toBeVisible()
  expect(within(now).getByRole('link', { name: /TNK-014 · pH yüksek 8,59/ })).toHaveAttribute(
    'href',
    '/alarms?incident=2',
  )
  expect(within(now).getByRole('link', { name: '6 olay daha' })).toHaveAttribute('href', '/alarms')
  expect(now).toHaveTextContent(/8 alarm normale döndü *5 tank, en uzunu 4 dk/)
  expect(within(now).queryByRole('button')).toBeNull()
})

test('a tank of which a single value is missing is named in the sentence beside the others', async () => {
  const incident = given.incident([
    given.alarm({ incident_id: 1, kind: 'silent', severity: 'warning', metric: 'ambient_temperature' }),
  ])
  const incidents = { active: 3, shown: [incident], warning_tanks: 1, unmeasured_tanks: 2 }
  server.use(
    answers(homeApi.home, given.home({ alarms: { open: 3 } })),
    answers(homeApi.now, given.now({ incidents: given.nowIncidents(incidents) })),
  )
  const page = renderApp('/home', { user: given.user({ role: 'operator', firm: FIRM }) })
  expect(await page.findByText('1 tankta uyarı var, 2 tankta ölçüm eksik.')).toBeVisible()
})

test('an operator still reads the open alarms when what is going on now cannot be loaded', async () => {
  server.use(
    answers(homeApi.home, given.home({ alarms: { open: 1, unacknowledged: 1, worst: [given.alarm()] } })),
    refuses(homeApi.now, 503, 'not_ready'),
  )
  const page = renderApp('/home', { user: given.user({ role: 'operator', firm: FIRM }) })
  const alarms = await page.findByRole('region', { name: /1 açık alarm/ })
  expect(within(alarms).getByRole('link', { name: /TNK-014/ })).toHaveAttribute('href', '/tanks/14')
})
