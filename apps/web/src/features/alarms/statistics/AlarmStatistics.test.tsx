import { alarmStatisticsApi } from '@dalyan/contracts/alarm-statistics'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { firmsApi } from '@dalyan/contracts/firms'
import { tanksApi } from '@dalyan/contracts/tanks'
import { within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answers, refuses, server } from '../../../../tests/fake-server.ts'
import { FIGURES, givenStatistics, NO_FIGURES, NO_PERFORMANCE } from '../../../../tests/given-statistics.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const TNK14 = { id: 14, code: 'TNK-014', name: 'Levrek larva 2' }
const EGE = { id: 3, code: 'EGE', name: 'Ege Mavi' }
let asked: URL[] = []
// Their first import takes longer on a busy machine than a test waits for an element.
beforeAll(() => Promise.all([import('../AlarmsPage.tsx'), import('./AlarmStatistics.tsx')]))
beforeEach(() => {
  asked = []
  server.use(
    answers(alarmsApi.list, given.pageOf([])),
    answers(tanksApi.list, { ...given.pageOf([]), counts: { out_of_range: 0, stale: 0 } }),
    answers(firmsApi.list, given.pageOf([])),
    answers(alarmStatisticsApi.summary, ({ url }) => {
      asked.push(url)
      return givenStatistics()
    }),
    answers(alarmStatisticsApi.performance, { ...NO_PERFORMANCE, seconds: null }),
    answers(alarmStatisticsApi.list, ({ url }) => {
      asked.push(url)
      const of = url.searchParams.get('by') === 'firm' ? EGE : TNK14
      return given.pageOf([{ id: of.id, of, ...FIGURES }])
    }),
  )
})
const open = (address = '/alarms?tab=statistics') => renderApp(address, { user: given.user({ role: 'admin' }) })
const hrefOf = (element: HTMLElement) => decodeURIComponent(element.getAttribute('href') ?? '')

test('the statistics show four figures, each linked to its alarms', async () => {
  const page = open('/alarms?tab=statistics&tank=14&from=2026-11-19T00:00&to=2026-11-21T00:00')
  const raised = await page.findByRole('link', { name: /^Alarm\s*12\s*3 kritik/ })
  expect(hrefOf(raised)).toBe('/alarms?tab=history&tank=14&from=2026-11-19T00:00&to=2026-11-21T00:00')
  expect(
    page.getByRole('link', { name: /^Alarmlı süre\s*5 sa 40 dk\s*30 dk sessizlik · 2 sa sensör sorunu/ }),
  ).toBeVisible()
  expect(
    page.getByRole('link', { name: /^Onaylama süresi \(medyan\)\s*6 dk.*%90’ı 25 dk içinde · 10 \/ 12 onaylandı/ }),
  ).toBeVisible()
  expect(hrefOf(page.getByRole('link', { name: /^Şu anda açık\s*2/ }))).toBe('/alarms?tank=14')
  expect(asked[0]?.searchParams.get('tank_id')).toBe('14')
  expect(asked[0]?.searchParams.get('from')).toBe('2026-11-18T21:00:00.000Z')
})

test.each([
  ['Toplam 12 alarm, günde ortalama 3,0. En çok: 20.11.2026 (10).', 4 * 86_400],
  ['Toplam 12 alarm. En çok: 20.11.2026 (10).', 86_399],
  ['Toplam 12 alarm. En çok: 20.11.2026 (10).', null],
])('%s is said where alarms were possible for %s seconds', async (sentence, seconds) => {
  server.use(answers(alarmStatisticsApi.performance, { ...NO_PERFORMANCE, seconds }))
  expect(await open().findByText(sentence)).toBeVisible()
})

test('the statistics show days as bars or a table, and metrics by number of alarms', async () => {
  const page = open()
  await page.findByText(/^Toplam 12 alarm/)
  await page.events.click(page.getByRole('button', { name: 'Tablo olarak göster' }))
  const table = within(page.getByRole('region', { name: 'Günlük alarm sayısı, tablo' }))
  const day = table.getByRole('link', { name: '20.11.2026: 10 alarm, 3 kritik' })
  expect(hrefOf(day)).toBe('/alarms?tab=history&from=2026-11-20T00:00&to=2026-11-21T00:00')
  const [first, second] = within(page.getByRole('region', { name: 'En çok alarm veren ölçümler' })).getAllByRole(
    'listitem',
  )
  expect(first).toHaveTextContent('pH9 alarm · 2 sa alarmlı')
  expect(second).toHaveTextContent('Terminalden veri yok1 alarm')
})

test('the statistics list tanks or firms in the order of the address', async () => {
  const page = open()
  const tank = (await page.findByText('TNK-014')).closest('tr') as HTMLElement
  expect(tank).toHaveTextContent(/TNK-014Levrek larva 212.*3 kritik5 sa 40 dk30 dk2 sa6 dk.*2.*1 ertelendi/)
  expect(hrefOf(within(tank).getByRole('link', { name: 'TNK-014: 2 açık alarm' }))).toBe('/alarms?tank=14')
  await page.events.click(page.getByRole('button', { name: 'Alarmlı süre' }))
  expect(page.address()).toContain('sort=out_seconds')
  await page.events.click(page.getByRole('button', { name: 'Firma' }))
  const firm = await page.findByRole('link', { name: 'Ege Mavi' })
  expect(page.address()).toContain('by=firm')
  expect(hrefOf(firm)).toBe('/alarms?tab=statistics&firm=3')
  expect(asked.at(-1)?.searchParams.get('sort')).toBe('out_seconds')
})

test('the statistics of a window without alarms say so', async () => {
  server.use(
    answers(alarmStatisticsApi.summary, givenStatistics(NO_FIGURES)),
    answers(alarmStatisticsApi.list, given.pageOf([])),
  )
  const page = open()
  expect(await page.findAllByText('Bu dönemde alarm oluşmadı.')).toHaveLength(2)
  expect(await page.findByText('Bu dönemde alarmı ya da alarmlı süresi olan tank yok.')).toBeVisible()
})

test('statistics that failed show the reason and a retry button', async () => {
  server.use(refuses(alarmStatisticsApi.summary, 403, 'forbidden'))
  const page = open('/alarms?tab=statistics&from=2024-01-01T00:00')
  expect(await page.findByText('İstatistik yüklenemedi')).toBeVisible()
  await page.quiet()
  server.use(answers(alarmStatisticsApi.summary, givenStatistics()))
  await page.events.click(page.getByRole('button', { name: 'Tekrar dene' }))
  expect(await page.findByRole('link', { name: /^Alarm\s*12/ })).toBeVisible()
})

test('statistics of a refused window show the reason, and no button that would be refused again', async () => {
  server.use(refuses(alarmStatisticsApi.summary, 422, 'window_too_long'))
  const page = open('/alarms?tab=statistics&from=2024-01-01T00:00')
  expect(await page.findByText('İstatistik yüklenemedi')).toBeVisible()
  expect(page.queryByRole('button', { name: 'Tekrar dene' })).toBeNull()
})

test('the statistics explain how the figures are calculated', async () => {
  const page = open()
  await page.events.click(await page.findByText('Bu sayılar nasıl hesaplanıyor?'))
  expect(page.getByText(/Aynı anda birkaç alarm varsa bir kez sayılır/)).toBeVisible()
})

test('the duration is called time in alarm, and the help says what it counts', async () => {
  const page = open()
  await page.findByRole('link', { name: /^Alarmlı süre/ })
  await page.events.click(page.getByText('Bu sayılar nasıl hesaplanıyor?'))
  expect(page.getByText(/^Alarmlı süre: .*ilk ölçümden alarmın normale dönmesine kadar/)).toBeVisible()
  expect(page.queryByText(/Aralık dışı süre/)).toBeNull()
})
