import { alarmsApi } from '@dalyan/contracts/alarms'
import { exploreApi, type Scatter } from '@dalyan/contracts/explore'
import { tanksApi } from '@dalyan/contracts/tanks'
import { waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type AskedCall, answers, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const user = given.user({ role: 'operator' })
const tank = given.tank()
const other = given.tank({ id: 3, code: 'TNK-003', name: 'Çipura 1' })
const START_S = Date.parse('2026-07-01T00:00:00Z') / 1000

/** A hundred hours in which pH rises with temperature. */
function scatter(changes: Partial<Scatter> = {}): Scatter {
  const hours = Array.from({ length: 100 }, (_, i) => i)
  return {
    from: '2026-06-09T00:00:00.000Z',
    to: '2026-07-09T00:00:00.000Z',
    step_seconds: 900,
    lag_minutes: 0,
    n: 8613,
    r: 0.46,
    slope: 0.0852,
    intercept: 6.7,
    points: {
      times: hours.map((hour) => START_S + hour * 3600),
      x: hours.map((hour) => 14 + Math.sin(hour / 4)),
      y: hours.map((hour) => 7.9 + Math.sin(hour / 4) / 10),
    },
    lags: { minutes: [-60, 0, 60], r: [0.3, 0.46, null] },
    best_lag: { minutes: 45, r: 0.49 },
    pairs: [
      { x: 'salinity', y: 'conductivity', n: 8613, r: 0.97 },
      { x: 'tank_temperature', y: 'ph', n: 8613, r: 0.46 },
    ],
    ...changes,
  }
}

let asked: AskedCall[]
const queries = () => asked.map(({ url }) => Object.fromEntries(url.searchParams))

beforeAll(async () => {
  await Promise.all([import('../MeasurementsPage.tsx'), import('./RelationTab.tsx')])
})
beforeEach(() => {
  asked = []
  server.use(
    answers(exploreApi.scatter, (call) => {
      asked.push(call)
      return scatter()
    }),
    answers(alarmsApi.list, given.pageOf([])),
    answers(tanksApi.list, given.page([tank, other])),
    answers(tanksApi.get, ({ url }) => (url.pathname.endsWith('/3') ? other : tank)),
  )
})

/** What is announced to screen readers. */
const statuses = (page: ReturnType<typeof renderApp>) =>
  page
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join()
    .replaceAll('\u00a0', ' ')

test('a relation shows its points, figures and a sentence, and says that a relation is no cause', async () => {
  const page = renderApp('/measurements?tank=14&tab=relation', { user })
  const sentence = 'Orta düzeyde ilişki: Tank Sıcaklığı arttıkça pH de artıyor.'
  expect(
    await page.findByRole('img', { name: `pH ve Tank Sıcaklığı (°C): 8.613 çift, r = 0,46. ${sentence}` }),
  ).toBeVisible()
  expect(page.getByText('8.613')).toBeVisible()
  expect(page.getByText('+0,0852')).toBeVisible()
  expect(page.getByText('İlişki neden göstermez.')).toBeVisible()
  expect(
    page.getByText(/Her nokta 15 dk ortalamasıdır\. 8\.613 çiftin hepsi hesaba katıldı, 100 tanesi çizildi\./),
  ).toBeVisible()
  expect(page.getByText('En güçlü: pH 45 dk sonra, r = 0,49')).toBeVisible()
  expect(queries()).toHaveLength(1)
  expect(queries()[0]).toMatchObject({ tank_id: '14', x: 'tank_temperature', y: 'ph', lag_minutes: '0' })
  const [{ from = '', to = '' } = {}] = queries()
  expect(Date.parse(to) - Date.parse(from)).toBe(30 * 86_400_000)
})

test('a pair from the list, a metric and a lag are in the address', async () => {
  const page = renderApp('/measurements?tank=14&tab=relation', { user })
  await page.events.click(await page.findByRole('button', { name: /Tuzluluk – İletkenlik/ }))
  await waitFor(() => expect(page.address()).toBe('/measurements?tank=14&tab=relation&x=salinity&y=conductivity'))
  const slider = page.getByRole('slider', { name: 'Gecikme' })
  expect(slider).toHaveAttribute('aria-valuetext', 'aynı anda')
  slider.focus()
  await page.events.keyboard('{ArrowRight}')
  await waitFor(() => expect(page.address()).toContain('lag=60'))
  await waitFor(() => expect(queries().at(-1)).toMatchObject({ x: 'salinity', lag_minutes: '60' }))
})

test('two tanks are related with each other', async () => {
  const page = renderApp('/measurements?tank=14,3&tab=relation&y=tank_temperature', { user })
  expect(await page.findByRole('img', { name: /^TNK-003 · Tank Sıcaklığı \(°C\) ve TNK-014/ })).toBeVisible()
  expect(queries()[0]).toMatchObject({ tank_id: '14', other_tank_id: '3' })
})

test('keys move over the points from left to right, and the point is announced', async () => {
  const page = renderApp('/measurements?tank=14&tab=relation', { user })
  const chart = await page.findByRole('img', { name: /r = 0,46/ })
  chart.focus()
  await page.events.keyboard('{Home}')
  expect(statuses(page)).toContain('02.07.2026 23:00: 13,0 °C ve 7,80')
  await page.events.keyboard('{ArrowRight}')
  expect(statuses(page)).not.toContain('02.07.2026 23:00')
})

test('the points can be read as a table', async () => {
  const page = renderApp('/measurements?tank=14&tab=relation', { user })
  await page.events.click(await page.findByRole('button', { name: 'Tablo olarak göster' }))
  const table = within(await page.findByRole('table', { name: 'İlişkinin noktaları' }))
  expect(table.getByRole('row', { name: '01.07.2026 03:00 14,0 7,90' })).toBeVisible()
  expect(page.address()).toBe('/measurements?tank=14&view=table&tab=relation')
})

test('without a chosen tank the one with the gravest value out of range is shown, or else the first', async () => {
  const calm = renderApp('/measurements?tab=relation', { user })
  expect(await calm.findByText('Tank seçilmedi; açık alarm yok, listedeki ilk tank gösteriliyor.')).toBeVisible()
  await waitFor(() => expect(queries().at(-1)).toMatchObject({ tank_id: '14' }))
  calm.unmount()
  const ofTank = (id: number) => ({ id, tank: { id, code: `TNK-${id}`, name: 'Çipura' } })
  const silent = given.alarm({ ...ofTank(7), kind: 'silent', metric: null })
  server.use(answers(alarmsApi.list, given.pageOf([silent, given.alarm(ofTank(3))])))
  const troubled = renderApp('/measurements?tab=relation', { user })
  expect(await troubled.findByText('Tank seçilmedi; en çok sorunu olan tank gösteriliyor.')).toBeVisible()
  await waitFor(() => expect(queries().at(-1)).toMatchObject({ tank_id: '3' }))
})

test('too few pairs, a failure and no tank at all are said', async () => {
  server.use(answers(exploreApi.scatter, scatter({ n: 12 })))
  const few = renderApp('/measurements?tank=14&tab=relation', { user })
  expect(await few.findByText('Yeterli veri yok')).toBeVisible()
  few.unmount()
  server.use(refuses(exploreApi.scatter, 500, 'internal'))
  const failed = renderApp('/measurements?tank=14&tab=relation', { user })
  expect(await failed.findByText('Görünüm yüklenemedi')).toBeVisible()
  failed.unmount()
  server.use(answers(tanksApi.list, given.page([])))
  const none = renderApp('/measurements?tab=relation', { user })
  expect(await none.findByText('Gösterilecek tank yok')).toBeVisible()
})
