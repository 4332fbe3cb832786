import { type OriginRecord, originRecordsApi } from '@dalyan/contracts/origin-records'
import { within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../../tests/fake-server.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const TOKEN = `18.1.${'s'.repeat(43)}`
const ADDRESS = `/origin-record#${TOKEN}`

const PH: OriginRecord['metrics'][number] = {
  metric: 'ph',
  min: 7.31,
  avg: 7.62,
  max: 8.7,
  out_of_range_seconds: 5400,
  measured_hours: 700,
  limits: [{ from: Date.parse('2026-10-01T09:00:00Z') / 1000, min: 7, max: 8.5 }],
  days: Array.from({ length: 31 }, (_, i) => ({
    day: new Date(Date.parse('2026-10-01T09:00:00Z') + i * 86_400_000).toISOString().slice(0, 10),
    min: 7.31,
    max: i === 20 ? 8.7 : 7.9,
  })).filter(({ day }) => day !== '2026-10-08'),
}

const record = (part: Partial<OriginRecord> = {}): OriginRecord => ({
  order_code: 'S-1042',
  product: 'Levrek',
  quantity: 12.5,
  unit: 'kg',
  grower: 'Ege Su Ürünleri',
  tank_code: 'LARVA-01',
  shipped_at: '2026-10-31T09:00:00.000Z',
  from: '2026-10-01T09:00:00.000Z',
  to: '2026-10-31T09:00:00.000Z',
  kept_from: null,
  hours: 720,
  metrics: [PH],
  alarms: { out: { count: 2, seconds: 5400 }, silent: { count: 0, seconds: 0 } },
  work: [{ day: '2026-10-12', kind: 'treatment' }],
  ...part,
})

/** The value beside a term of the page. */
function valueOf(root: HTMLElement, label: string): string | null | undefined {
  return within(root).getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
}

beforeAll(() => import('./OriginRecordPage.tsx'))

describe('the record of a code', () => {
  test('names the goods, the grower, the tank and the period, and sends the token in the body only', async () => {
    const asked = recorded(originRecordsApi.open, record())
    const { container, ...page } = renderApp(ADDRESS)
    expect(await page.findByRole('heading', { level: 1, name: 'Levrek' })).toBeVisible()
    expect(valueOf(container, 'Miktar')).toBe('12,5 kg')
    expect(valueOf(container, 'Sipariş no')).toBe('S-1042')
    expect(valueOf(container, 'Yetiştirici')).toBe('Ege Su Ürünleri')
    expect(valueOf(container, 'Tank')).toBe('LARVA-01')
    expect(valueOf(container, 'Dönem')).toBe('01.10.2026 – 31.10.2026 (30 gün)')
    expect(valueOf(container, 'Gönderildi')).toBe('31.10.2026 12:00')
    expect(asked[0]?.body).toEqual({ token: TOKEN })
    expect(asked[0]?.url.href).not.toContain(TOKEN)
    expect(asked[0]?.headers.get('authorization')).toBeNull()
    expect(page.queryAllByRole('link')).toEqual([])
  })

  test('says what was measured, for how long it was outside the limits, and which days have no data', async () => {
    server.use(answers(originRecordsApi.open, record()))
    const { container, ...page } = renderApp(ADDRESS)
    await page.findByRole('heading', { level: 3, name: 'pH' })
    expect(valueOf(container, 'Değerler')).toBe('en az 7,31 · ortalama 7,62 · en çok 8,70')
    expect(valueOf(container, 'Sınırlar')).toBe('7,00 – 8,50')
    expect(valueOf(container, 'Sınır dışında')).toBe('1 sa 30 dk')
    expect(valueOf(container, 'Ölçülen süre')).toBe('%97 · 1 gün veri yok')
    expect(page.getByRole('img', { name: /pH: 31 günün 30 gününde ölçüm var/ })).toBeVisible()
    expect(container.querySelectorAll('[data-chart=ph] rect[fill^=url]')).toHaveLength(1)
    expect(valueOf(container, 'Sınır dışı alarmlar')).toBe('2 alarm, toplam 1 sa 30 dk')
    expect(valueOf(container, 'Veri gelmeyen süreler')).toBe('Yok')
    expect(valueOf(container, 'Tedavi')).toBe('12.10.2026')
    expect(valueOf(container, 'Su değişimi')).toBe('Kayıtlı değil')
  })

  test('says that an order is not shipped, and that a tank had no limits', async () => {
    const open = { ...PH, limits: [], out_of_range_seconds: null }
    server.use(answers(originRecordsApi.open, record({ shipped_at: null, grower: null, metrics: [open] })))
    const { container, ...page } = renderApp(ADDRESS)
    await page.findByRole('heading', { level: 3, name: 'pH' })
    expect(valueOf(container, 'Gönderildi')).toBe('Henüz gönderilmedi; dönem bugüne kadar sürer.')
    expect(valueOf(container, 'Sınırlar')).toBe('Sınır tanımlı değil')
    expect(page.queryByText('Yetiştirici')).toBeNull()
  })

  test('says that limits changed in the period', async () => {
    const [first] = PH.limits
    const later = { from: Date.parse('2026-10-15T09:00:00Z') / 1000, min: 7.2, max: null }
    server.use(answers(originRecordsApi.open, record({ metrics: [{ ...PH, limits: first ? [first, later] : [] }] })))
    const { container, ...page } = renderApp(ADDRESS)
    await page.findByRole('heading', { level: 3, name: 'pH' })
    expect(valueOf(container, 'Sınırlar')).toBe('7,20 – … (dönem içinde değişti)')
  })

  test('whose readings are no longer kept says so instead of showing none', async () => {
    server.use(answers(originRecordsApi.open, record({ kept_from: '2026-11-01T00:00:00.000Z', hours: 0, metrics: [] })))
    const page = renderApp(ADDRESS)
    expect(await page.findByText('Bu döneme ait ölçüm kaydı artık tutulmuyor.')).toBeVisible()
    expect(page.queryByText('Bu dönemde ölçüm yok.')).toBeNull()
  })

  test('of which a part is no longer kept says since when it is', async () => {
    server.use(answers(originRecordsApi.open, record({ kept_from: '2026-10-10T00:00:00.000Z' })))
    const page = renderApp(ADDRESS)
    expect(await page.findByText(/10.10.2026 öncesinin ölçüm kaydı artık tutulmuyor/)).toBeVisible()
    expect(page.getByRole('heading', { level: 3, name: 'pH' })).toBeVisible()
  })

  test('without a reading says so', async () => {
    server.use(answers(originRecordsApi.open, record({ metrics: [] })))
    expect(await renderApp(ADDRESS).findByText('Bu dönemde ölçüm yok.')).toBeVisible()
  })
})

test('a code that opens nothing gets the same page as an address without one', async () => {
  server.use(refuses(originRecordsApi.open, 404, 'link_over'))
  const page = renderApp(ADDRESS)
  expect(await page.findByRole('heading', { name: 'Bu kod geçerli değil' })).toBeVisible()
  page.unmount()
  expect(await renderApp('/origin-record').findByRole('heading', { name: 'Bu kod geçerli değil' })).toBeVisible()
})

test('while the server cannot be reached the page offers to try again', async () => {
  server.use(http.post('*/api/origin-record', () => HttpResponse.error()))
  const page = renderApp(ADDRESS)
  const again = await page.findByRole('button', { name: 'Tekrar dene' }, { timeout: 5_000 })
  server.use(answers(originRecordsApi.open, record()))
  await page.events.click(again)
  expect(await page.findByRole('heading', { level: 1, name: 'Levrek' })).toBeVisible()
})
