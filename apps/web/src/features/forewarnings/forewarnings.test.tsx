import { forewarningsApi, type TankForewarning, type TankForewarnings } from '@dalyan/contracts/forewarnings'
import { tanksApi } from '@dalyan/contracts/tanks'
import { wallApi } from '@dalyan/contracts/wall'
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const MINUTE_MS = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

const forewarning = (rest: Partial<TankForewarning> = {}): TankForewarning => ({
  metric: 'tank_temperature',
  kind: 'high',
  limit: 16.5,
  since: inMinutes(-20),
  predicted_at: inMinutes(-5),
  expected_from: inMinutes(31),
  expected_to: inMinutes(121),
  trend_per_hour: 0.42,
  made: 22,
  came_true: 17,
  course: { times: [inMinutes(-5), inMinutes(60)], values: [15.9, 16.8], errors: [0, 0.2] },
  ...rest,
})

function open(answer: Partial<TankForewarnings>, search = '') {
  const tank = given.tank()
  server.use(answers(tanksApi.get, tank), answers(forewarningsApi.ofTank, { data: [], records: [], ...answer }))
  return renderApp(`/tanks/${tank.id}${search}`, { user: given.user({ role: 'operator' }) })
}

beforeAll(() => Promise.all([import('../tanks/detail/TankDetailPage.tsx'), import('../wall/WallPage.tsx')]))

describe('on the page of a tank', () => {
  test('a forewarning says which limit, when, why, and how often such ones came true', async () => {
    open({ data: [forewarning()] })
    const banner = await screen.findByRole('region', { name: 'Yaklaşan sınır' })
    expect(banner).toHaveTextContent('Tank Sıcaklığı 30 dk – 2 sa içinde 16,5 °C üstüne çıkabilir')
    expect(banner).toHaveTextContent('günün bu saatinde alışılandan saatte +0,4 °C farklı gidiyor')
    expect(banner).toHaveTextContent('Doğru çıkan geçmiş öngörüler: 17/22')
  })

  test('a forewarning that follows from the days before says so, and one that may come true at once names no beginning', async () => {
    open({
      data: [
        forewarning({
          kind: 'low',
          limit: 11,
          trend_per_hour: 0.01,
          expected_from: inMinutes(2),
          expected_to: inMinutes(40),
        }),
      ],
    })
    const banner = await screen.findByRole('region', { name: 'Yaklaşan sınır' })
    expect(banner).toHaveTextContent('Tank Sıcaklığı 40 dk içinde 11,0 °C altına inebilir')
    expect(banner).toHaveTextContent('Önceki günlerin bu saatlerdeki gidişi böyle.')
  })

  test('a forewarning leads to its chart', async () => {
    const page = open({ data: [forewarning()] })
    const banner = await screen.findByRole('region', { name: 'Yaklaşan sınır' })
    await page.events.click(within(banner).getByRole('button', { name: 'Grafikte göster' }))
    expect(page.router.state.location.search).toMatchObject({
      tab: 'charts',
      from: 'now-6h',
      metrics: 'tank_temperature',
    })
    expect(within(banner).queryByRole('button')).toBeNull()
  })

  test('a tank without a forewarning shows no banner', async () => {
    open({})
    await screen.findByText('Canlı değerler')
    expect(screen.queryByRole('region', { name: 'Yaklaşan sınır' })).toBeNull()
  })

  test('the records show which metrics are forewarned of, and why others are not', async () => {
    const record = { is_practice: false, days: 45 }
    open(
      {
        records: [
          { ...record, metric: 'tank_temperature', made: 22, came_true: 17, is_earned: true },
          { ...record, metric: 'ph', made: 30, came_true: 12, is_earned: false, is_practice: true },
          { ...record, metric: 'dissolved_oxygen', made: 3, came_true: 3, is_earned: false, days: 6 },
        ],
      },
      '?tab=info',
    )
    const table = await screen.findByRole('table', { name: 'Öngörüler' })
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([
      'Tank Sıcaklığı17/2245 günBildirilir',
      'pHkendi sınırları az aşıldığı için daha dar sınırlarla denendi12/3045 günBildirilmez',
      'Çözünmüş Oksijen3/36 günHenüz az öngörü var',
    ])
  })

  test('records that cannot be loaded are reported as such', async () => {
    const tank = given.tank()
    server.use(answers(tanksApi.get, tank), refuses(forewarningsApi.ofTank, 500, 'internal'))
    renderApp(`/tanks/${tank.id}?tab=info`, { user: given.user({ role: 'operator' }) })
    expect(await screen.findByText('Öngörülerin geçmişi alınamadı')).toBeVisible()
  })
})

test('a tile of the overview shows a forewarning in words and with its time', async () => {
  const { course: _, ...ahead } = forewarning({ kind: 'low', limit: 11 })
  const tank = given.wallTank({
    state: 'fore',
    lead: 'tank_temperature',
    forewarning: ahead,
    last_measured_at: inMinutes(0),
  })
  server.use(answers(wallApi.get, given.wall({ tanks: [tank] })))
  renderApp('/wall', { user: given.user({ role: 'operator' }) })
  const link = await screen.findByRole('link', {
    name: /^TNK-014, Yaklaşıyor, Tank Sıcaklığı 30 dk – 2 sa içinde 11,0\s°C altına inebilir/,
  })
  expect(link).toHaveAttribute('data-state', 'fore')
})
