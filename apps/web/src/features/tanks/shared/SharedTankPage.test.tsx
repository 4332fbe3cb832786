import { DISPLAY_HEADER } from '@dalyan/contracts/display-header'
import { sharedTankApi, type SharedTank } from '@dalyan/contracts/shared-tanks'
import { act, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const SECRET = 'k'.repeat(43)
const ADDRESS = `/tank-link#${SECRET}`

function sharedTank({
  values,
  ageSeconds,
  ...rest
}: Parameters<typeof given.tank>[0] & Partial<SharedTank> = {}): SharedTank {
  const { code, name, status, location, district, province, range_template, last_measurement } = given.tank({
    ...(values ? { values } : {}),
    ...(ageSeconds === undefined ? {} : { ageSeconds }),
  })
  return {
    code,
    name,
    status,
    location,
    district,
    province,
    state: 'normal',
    since: null,
    range_template,
    iots: [{ id: 1, status: 'active', stale_after_seconds: 60 }],
    last_measurement,
    latest: [],
    open_alarms: [],
    mode: null,
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    ...rest,
  } as SharedTank
}

const tileOf = (page: ReturnType<typeof renderApp>, metric: string) =>
  page.container.querySelector(`[data-metric=${metric}]`)

beforeAll(() => Promise.all([import('./SharedTankPage.tsx'), import('./SharedCharts.tsx')]))
beforeEach(() => {
  const now = Math.floor(Date.now() / 1000)
  server.use(
    answers(sharedTankApi.series, {
      from: new Date((now - 86_400) * 1000).toISOString(),
      to: new Date(now * 1000).toISOString(),
      bucket_seconds: 300,
      times: [now - 600, now - 300],
      metrics: { ph: { min: [7.8, 7.9], avg: [7.9, 8], max: [8, 8.1] } },
      limits: { ph: [{ from: now - 86_400, min: 7.5, max: 8.3 }] },
    }),
  )
})

describe('the public page of a tank', () => {
  test('shows the tank, its state in words, its tiles and its charts, and sends the secret in a header only', async () => {
    const asked = recorded(sharedTankApi.get, sharedTank({ values: { ph: 8.59 }, state: 'warn' }))
    const page = renderApp(ADDRESS)
    expect(await page.findByRole('heading', { level: 1, name: 'TNK-014 · Levrek larva 2' })).toBeVisible()
    expect(page.getByText('Urla / İzmir')).toBeVisible()
    expect(page.getByText('Uyarı')).toBeVisible()
    expect(page.getByText('Bir değer sınırlarının dışında ya da bir sensör veri göndermiyor.')).toBeVisible()
    expect(tileOf(page, 'ph')).toHaveTextContent('Yüksek')
    expect(tileOf(page, 'ph')).toHaveTextContent('7,50 – 8,30')
    await waitFor(() => expect(page.container.querySelector('[data-chart=ph]')).not.toBeNull())
    expect(page.getByText(/Bu sayfa yalnız okunur; bağlantı .* geçerlidir/)).toBeVisible()
    expect(asked[0]?.headers.get(DISPLAY_HEADER)).toBe(SECRET)
    expect(asked[0]?.headers.get('authorization')).toBeNull()
    expect(asked[0]?.url.href).not.toContain(SECRET)
  })

  test('has no link and no button that changes a record', async () => {
    server.use(answers(sharedTankApi.get, sharedTank()))
    const page = renderApp(ADDRESS)
    await waitFor(() => expect(page.container.querySelector('[data-chart=ph]')).not.toBeNull())
    expect(page.queryAllByRole('link')).toEqual([])
    expect(page.getAllByRole('button').map((button) => button.textContent)).toEqual(['24 saat', '7 gün', '30 gün'])
  })

  test('asks for the chosen window', async () => {
    server.use(answers(sharedTankApi.get, sharedTank()))
    const page = renderApp(ADDRESS)
    const week = await page.findByRole('button', { name: '7 gün' })
    const asked = recorded(sharedTankApi.series, {
      from: new Date(Date.now() - 7 * 86_400_000).toISOString(),
      to: new Date().toISOString(),
      bucket_seconds: 900,
      times: [],
      metrics: {},
    })
    await page.events.click(week)
    expect(await page.findByText('Bu sürede ölçüm yok.')).toBeVisible()
    expect(asked[0]?.url.search).toBe('?hours=168')
  })

  test('shows an old value as old', async () => {
    server.use(answers(sharedTankApi.get, sharedTank({ ageSeconds: 600, state: 'stale' })))
    const page = renderApp(ADDRESS)
    await waitFor(() => expect(tileOf(page, 'ph')).toHaveAttribute('data-state', 'stale'))
    expect(page.getByText('Veri gecikiyor')).toBeVisible()
    expect(page.getByText(/^Son ölçüm 10 dk önce \(/)).toBeVisible()
  })

  test('says of a tank without limits that it has none', async () => {
    server.use(answers(sharedTankApi.get, sharedTank({ range_template: null })))
    const page = renderApp(ADDRESS)
    expect(await page.findByText('Sınır tanımlı değil')).toBeVisible()
    expect(page.queryByText('Aralıkta')).toBeNull()
  })

  test('says that the tank has no readings yet', async () => {
    server.use(answers(sharedTankApi.get, sharedTank({ last_measurement: null })))
    const page = renderApp(ADDRESS)
    expect(await page.findByText('Henüz ölçüm yok')).toBeVisible()
    expect(page.queryByRole('heading', { name: 'Şimdiki değerler' })).toBeNull()
  })
})

describe('a link that is over', () => {
  const over = 'Bu bağlantı geçerli değil'

  test('is the same page for a refused secret and for none', async () => {
    server.use(refuses(sharedTankApi.get, 401, 'unauthenticated'))
    const refused = renderApp(ADDRESS)
    expect(await refused.findByRole('heading', { name: over })).toBeVisible()
    refused.unmount()
    expect(await renderApp('/tank-link').findByRole('heading', { name: over })).toBeVisible()
  })

  test('takes the values from an open page at the next answer', async () => {
    server.use(answers(sharedTankApi.get, sharedTank()))
    const page = renderApp(ADDRESS)
    await waitFor(() => expect(tileOf(page, 'ph')).not.toBeNull())
    server.use(refuses(sharedTankApi.get, 401, 'unauthenticated'))
    await act(() => page.cache.refetchQueries({ queryKey: ['shared-tank', SECRET], exact: true }))
    expect(await page.findByRole('heading', { name: over })).toBeVisible()
    expect(tileOf(page, 'ph')).toBeNull()
  })

  test('takes the values from an open page at its end, before the server is asked again', async () => {
    server.use(answers(sharedTankApi.get, sharedTank({ expires_at: new Date(Date.now() + 1_500).toISOString() })))
    const page = renderApp(ADDRESS)
    await waitFor(() => expect(tileOf(page, 'ph')).not.toBeNull())
    expect(await page.findByRole('heading', { name: over }, { timeout: 4_000 })).toBeVisible()
    expect(tileOf(page, 'ph')).toBeNull()
  })
})

test('while the server cannot be reached the last values stay with their time, and before them the page offers to try again', async () => {
  server.use(http.get('*/api/shared-tank', () => HttpResponse.error()))
  const page = renderApp(ADDRESS)
  const again = await page.findByRole('button', { name: 'Tekrar dene' })
  server.use(answers(sharedTankApi.get, sharedTank()))
  await page.events.click(again)
  await waitFor(() => expect(tileOf(page, 'ph')).not.toBeNull())
  server.use(http.get('*/api/shared-tank', () => HttpResponse.error()))
  await act(() => page.cache.refetchQueries({ queryKey: ['shared-tank', SECRET], exact: true }))
  expect(await page.findByText(/Sunucuya ulaşılamıyor. Gösterilen değerler \d\d:\d\d itibarıyladır/)).toBeVisible()
  expect(tileOf(page, 'ph')).not.toBeNull()
})
