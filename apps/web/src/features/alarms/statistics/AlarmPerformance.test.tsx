import { alarmStatisticsApi } from '@dalyan/contracts/alarm-statistics'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { firmsApi } from '@dalyan/contracts/firms'
import { tanksApi } from '@dalyan/contracts/tanks'
import { within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../../tests/fake-server.ts'
import { givenPerformance, givenStatistics, NO_PERFORMANCE } from '../../../../tests/given-statistics.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

// Their first import takes longer on a busy machine than a test waits for an element.
beforeAll(() => Promise.all([import('../AlarmsPage.tsx'), import('./AlarmStatistics.tsx')]))
beforeEach(() => {
  server.use(
    answers(alarmsApi.list, given.pageOf([])),
    answers(tanksApi.list, { ...given.pageOf([]), counts: { out_of_range: 0, stale: 0 } }),
    answers(firmsApi.list, given.pageOf([])),
    answers(alarmStatisticsApi.summary, givenStatistics()),
    answers(alarmStatisticsApi.list, given.pageOf([])),
    answers(alarmStatisticsApi.performance, givenPerformance()),
  )
})
const open = (address = '/alarms?tab=statistics') => renderApp(address, { user: given.user({ role: 'admin' }) })
const hrefOf = (element: HTMLElement) => decodeURIComponent(element.getAttribute('href') ?? '')

test('the performance shows the alarms per hour and per operator with the benchmark and what the operators rest on', async () => {
  const asked = recorded(alarmStatisticsApi.performance, givenPerformance())
  const page = open('/alarms?tab=statistics&tank=14&from=2026-11-19T00:00&to=2026-11-21T00:00')
  const load = within(await page.findByRole('region', { name: 'Saatteki alarm' }))
  expect(load.getByRole('row', { name: /^Toplam/ })).toHaveTextContent('Toplam1,32720.11.2026 10:00')
  expect(load.getByRole('row', { name: /^Operatör başına/ })).toHaveTextContent(
    'Operatör başına0,63Kabul edilebilir13,5Çok fazla',
  )
  expect(load.getByText(/saatte ortalama 6 alarm düşmesi kabul edilebilir, 12 alarm yönetilebilecek/)).toBeVisible()
  expect(load.getByText(/onaylayabilen 2 kullanıcı \(1 yönetici\)\. Bu dönemde onay veren: 1\./)).toBeVisible()
  expect(load.getByText(/^Yük kısa bir sürede yığılıyor/)).toBeVisible()
  const query = asked[0]?.url.searchParams
  expect([query?.get('tank_id'), query?.get('from')]).toEqual(['14', '2026-11-18T21:00:00.000Z'])
})

test('the most frequent and the chattering alarms are linked to their history', async () => {
  const page = open('/alarms?tab=statistics&from=2026-11-19T00:00&to=2026-11-21T00:00')
  const card = await page.findByRole('region', { name: 'En sık on alarm' })
  expect(
    within(card)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['TNK-014pH yüksek24 kez · %40', 'TNK-014T-0214 veri göndermiyor5 kez · %8,3'])
  const link = within(card).getByRole('link', { name: 'TNK-014, pH yüksek: geçmişte göster' })
  expect(hrefOf(link)).toBe('/alarms?tab=history&tank=14&from=2026-11-19T00:00&to=2026-11-21T00:00&metric=ph')
  expect(card).toHaveTextContent('Ne yapmalı: Önce tanktaki nedeni giderin.')
  const chattering = page.getByRole('region', { name: 'Sürekli tekrarlayan alarmlar' })
  expect(within(chattering).getByRole('listitem')).toHaveTextContent('24 kez · en sık 1 dk 35 sn içinde 3 kez')
  expect(chattering).toHaveTextContent('10 dakika içinde en az 3 kez oluşan alarmlar')
  expect(chattering).toHaveTextContent('alarm gecikmesini uzatın')
})

test('stale alarms, the times to acknowledge and floods have their figures and what to do', async () => {
  const page = open()
  const stale = await page.findByRole('region', { name: 'Uzun süren alarmlar' })
  expect(within(stale).getByRole('listitem')).toHaveTextContent(
    'TNK-014T-0214 veri göndermiyor1 gün 23 sa · sürüyorKritik · başlangıç 19.11.2026 01:00 · ertelendi',
  )
  expect(stale).toHaveTextContent('Terminali onarın ya da değiştirin')
  const times = within(page.getByRole('region', { name: 'Onaylama süresi' }))
  expect(times.getByRole('row', { name: /^Kritik/ })).toHaveTextContent('Kritik4 dk25 dk2 / 101 onay bekliyor')
  expect(times.getByRole('row', { name: /^Bilgi/ })).toHaveTextContent('BilgiAlarm yok')
  expect(times.getByText(/^Kritik alarmların onda birinden çoğu 10 dakikada/)).toBeVisible()
  const floods = page.getByRole('region', { name: 'Alarm seli' })
  expect(floods).toHaveTextContent('1 sel, toplam 24 dk. Değerlendirilen süre içindeki payı: %0,8.')
  expect(within(floods).getByRole('listitem')).toHaveTextContent(
    '20.11.2026 10:0024 dk25 alarm, 9 tankta, 20 tanesi veri kesintisi',
  )
  const link = within(floods).getByRole('link', { name: '20.11.2026 10:00 alarm seli: geçmişte göster' })
  expect(hrefOf(link)).toBe('/alarms?tab=history&from=2026-11-20T10:00&to=2026-11-20T10:25')
})

test('with data and without alarms every figure says that there is no problem, and none has an advice', async () => {
  server.use(answers(alarmStatisticsApi.performance, NO_PERFORMANCE))
  const page = open()
  const performance = await page.findByRole('region', { name: 'Alarm performansı (ISA-18.2)' })
  expect(await within(performance).findByRole('row', { name: /^Operatör başına/ })).toHaveTextContent(
    '0,0Kabul edilebilir',
  )
  expect(within(performance).getAllByText('Bu dönemde alarm oluşmadı.')).toHaveLength(2)
  expect(performance).toHaveTextContent('Sürekli tekrarlayan alarm yok.')
  expect(performance).toHaveTextContent('24 saatten uzun süren alarm yok.')
  expect(performance).toHaveTextContent('Alarm seli olmadı.')
  expect(performance).not.toHaveTextContent('Ne yapmalı')
})

test('without data the performance is unknown instead of free of problems', async () => {
  server.use(answers(alarmStatisticsApi.performance, { ...NO_PERFORMANCE, seconds: null }))
  const page = open()
  expect(await page.findByText(/alarm performansı bilinmiyor\.$/)).toBeVisible()
  expect(page.queryByRole('region', { name: 'Alarm seli' })).toBeNull()
})

test('without operators the alarms per operator are unknown', async () => {
  const operators = { total: 0, administrators: 0, acknowledging: 0 }
  server.use(answers(alarmStatisticsApi.performance, { ...givenPerformance(), operators }))
  const page = open()
  const row = await page.findByRole('row', { name: /^Operatör başına/ })
  expect(row).toHaveTextContent('Operatör başınaBilinmiyorBilinmiyor')
  expect(page.getByText(/^Bu tankların alarmlarını onaylayabilecek kimse yok/)).toBeVisible()
})

test('a list that does not show every alarm says so', async () => {
  const { chattering, ...rest } = givenPerformance()
  server.use(answers(alarmStatisticsApi.performance, { ...rest, chattering: { ...chattering, total: 1234 } }))
  const page = open()
  expect(await page.findByText('1.234 kayıttan 1 tanesi gösteriliyor.')).toBeVisible()
})

test('a performance that failed shows the reason and a retry button, while the statistics stay', async () => {
  server.use(refuses(alarmStatisticsApi.performance, 500, 'internal'))
  const page = open()
  expect(await page.findByText('Alarm performansı yüklenemedi')).toBeVisible()
  expect(page.getByRole('region', { name: 'Günlük alarm sayısı' })).toBeVisible()
  await page.quiet()
  server.use(answers(alarmStatisticsApi.performance, givenPerformance()))
  await page.events.click(page.getByRole('button', { name: 'Tekrar dene' }))
  expect(await page.findByRole('region', { name: 'Alarm seli' })).toBeVisible()
})
