import type { Endpoint } from '@dalyan/contracts/endpoint'
import { firmsApi } from '@dalyan/contracts/firms'
import { ordersApi } from '@dalyan/contracts/orders'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { usersApi } from '@dalyan/contracts/users'
import { waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const user = given.user()

interface Case {
  path: string
  endpoint: Endpoint
  rows: { id: number }[]
  /** The text by which the row is found. */
  name: string
  /** A filter in the address, and its chips. */
  filter: string
  chips: string[]
  /** A column that a narrow table hides. */
  leaves: string
  /** A sortable heading, and its field. */
  sort: [string, string]
}

const order = {
  id: 42,
  code: 'S-0042',
  firm: { id: 1, code: 'EGE', name: 'Ege Mavi Su Ürünleri' },
  status: 'placed' as const,
  items: [{ product: 'Levrek yavrusu', quantity: 500, unit: 'adet', tank: null }],
  note: null,
  created_by: null,
  created_at: '2026-07-09T11:30:00.000Z',
  updated_at: '2026-07-09T11:30:00.000Z',
}

const cases: Case[] = [
  {
    path: '/tanks',
    endpoint: tanksApi.list,
    rows: [given.tank()],
    name: 'TNK-014',
    filter: 'status=active,suspended&province=izmir',
    chips: ['Durum: Aktif', 'Durum: Askıda', 'İl: izmir'],
    leaves: 'Firma',
    sort: ['Tank adı', 'name'],
  },
  {
    path: '/terminals',
    endpoint: terminalsApi.list,
    rows: [given.terminal()],
    name: 'T-0214',
    filter: 'connection=offline&tank_code=TNK',
    chips: ['Bağlantı: Çevrimdışı', 'Tank kodu: TNK'],
    leaves: 'IP adresi',
    sort: ['Son görülme', 'last_seen_at'],
  },
  {
    path: '/range-templates',
    endpoint: rangeTemplatesApi.list,
    rows: [given.template()],
    name: 'Levrek larva',
    filter: 'active=1&name=lev',
    chips: ['Kullanımda: Kullanımda', 'Şablon adı: lev'],
    leaves: 'ORP',
    sort: ['Kullanımda', 'active'],
  },
  {
    path: '/firms',
    endpoint: firmsApi.list,
    rows: [given.firm()],
    name: 'Ege Mavi Su Ürünleri',
    filter: 'type=grower&province=izmir',
    chips: ['Tür: Yetiştirici', 'İl: izmir'],
    leaves: 'Telefon',
    sort: ['Tür', 'type'],
  },
  {
    path: '/users',
    endpoint: usersApi.list,
    rows: [given.user({ id: 5, name: 'Ayşe Kaya' })],
    name: 'Ayşe Kaya',
    filter: 'role=operator&created_at=2026-01-01..2026-01-31',
    chips: ['Rol: operatör', 'Oluşturulma: 01.01.2026 – 31.01.2026'],
    leaves: 'Tercih edilen tema',
    sort: ['E-posta', 'email'],
  },
  {
    path: '/orders',
    endpoint: ordersApi.list,
    rows: [order],
    name: 'S-0042',
    filter: 'status=placed&firm_id=1',
    chips: ['Durum: Alındı', 'Firma: 1'],
    leaves: 'Firma',
    sort: ['Sipariş no', 'code'],
  },
]

/** The width that media queries see. */
function setWidth(px: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  happyDOM.setViewport({ width: px })
}

afterEach(() => setWidth(1024))

describe.each(cases)('$path', ({ path, endpoint, rows, name, filter, chips, leaves, sort: [heading, field] }) => {
  let asked: URLSearchParams[]
  const last = () => Object.fromEntries(asked.at(-1) ?? [])

  /** Answers as the server does: `pages` full pages, empty ones after them. */
  function gives(pages: number, body: (page: number) => Promise<void> | void = () => {}) {
    server.use(
      http.get(`*${endpoint.path}`, async ({ request }) => {
        const query = new URL(request.url).searchParams
        const page = Number(query.get('page') ?? 1)
        const size = Number(query.get('per_page') ?? 25)
        // Pickers and counts call the same endpoint with other queries.
        if (size === 25) asked.push(query)
        await body(page)
        return HttpResponse.json({
          data: page > pages ? [] : rows,
          total: pages * 25,
          current_page: page,
          last_page: Math.max(1, pages),
          per_page: size,
          counts: { out_of_range: 0, stale: 0 },
        })
      }),
    )
  }
  beforeEach(() => {
    asked = []
    server.use(answers(terminalsApi.enrolment, { until: null }))
    gives(3)
    setWidth(1440)
  })

  async function opened(search = '') {
    const page = renderApp(`${path}${search}`, { user })
    await page.findAllByText(name)
    return page
  }

  test('the list counts its records and drops unknown keys from the address', async () => {
    const page = await opened('?foreign=1&page=0&per_page=7&sort=nonsense&dialog=nonsense&id=x')
    expect(page.getByText('75 kayıt')).toBeVisible()
    expect(page.address()).toBe(path)
  })

  test('each active filter is a chip that can be removed', async () => {
    const page = await opened(`?${filter}&page=2`)
    for (const chip of chips) expect(page.getByText(chip)).toBeVisible()
    for (const chip of chips) await page.events.click(await page.findByTitle(`${chip} filtresini kaldır`))
    await waitFor(() => expect(page.address()).toBe(path))
  })

  test('a search is sent after a pause, adds no entry to the history, and begins at page one', async () => {
    const page = await opened('?page=2')
    const { length } = page.router.history
    await page.events.type(page.getByRole('searchbox', { name: 'Ara' }), 'lev')
    expect(page.address()).toBe(`${path}?page=2`)
    await waitFor(() => expect(page.address()).toBe(`${path}?search=lev`))
    await waitFor(() => expect(last()).toMatchObject({ search: 'lev', page: '1' }))
    expect(asked.filter((query) => query.has('search'))).toHaveLength(1)
    expect(page.router.history.length).toBe(length)
  })

  test('a sort and a page are entries of the history; a sort begins at page one', async () => {
    const page = await opened('?page=2')
    await page.events.click(page.getByRole('button', { name: heading }))
    await waitFor(() => expect(page.address()).toBe(`${path}?sort=${field}`))
    await page.events.click(await page.findByRole('button', { name: 'Sonraki sayfaya git' }))
    await waitFor(() => expect(last()).toMatchObject({ sort: field, page: '2' }))
    page.router.history.go(-2)
    await waitFor(() => expect(page.address()).toBe(`${path}?page=2`))
  })

  test('a page past the end has a button to the last page', async () => {
    const page = renderApp(`${path}?page=9`, { user })
    await page.events.click(await page.findByRole('button', { name: 'Son sayfaya git' }))
    expect(await page.findByText(name)).toBeVisible()
    expect(page.address()).toBe(`${path}?page=3`)
  })

  test('a filter without a result offers to clear the filters', async () => {
    gives(0)
    const page = renderApp(`${path}?${filter}&search=x&per_page=50`, { user })
    expect(await page.findByText('Sonuç bulunamadı')).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Filtreleri temizle' }))
    await waitFor(() => expect(page.address()).toBe(`${path}?per_page=50`))
  })

  test('a failure is shown instead of the rows, with a retry button', async () => {
    server.use(refuses(endpoint, 500, 'internal'))
    const page = renderApp(path, { user })
    const retry = await page.findByRole('button', { name: 'Tekrar dene' })
    expect(page.queryByRole('table')).toBeNull()
    await page.quiet()
    gives(3)
    await page.events.click(retry)
    expect(await page.findByText(name)).toBeVisible()
    expect(page.queryByRole('alert')).toBeNull()
  })

  test('the old rows and a progress line are shown while the next page loads', async () => {
    const second = Promise.withResolvers<void>()
    gives(3, (asksFor) => (asksFor === 2 ? second.promise : undefined))
    const page = await opened()
    await page.events.click(page.getByRole('button', { name: 'Sonraki sayfaya git' }))
    expect(await page.findByRole('progressbar', { name: 'Yükleniyor…' })).toBeInTheDocument()
    expect(page.getByText(name)).toBeVisible()
    second.resolve()
    await waitFor(() => expect(page.queryByRole('progressbar', { name: 'Yükleniyor…' })).toBeNull())
  })

  test('a narrow table hides columns, but never the actions', async () => {
    const wide = await opened()
    expect(wide.getByRole('columnheader', { name: leaves })).toBeVisible()
    wide.unmount()
    setWidth(750)
    const page = await opened()
    expect(page.queryByRole('columnheader', { name: leaves })).toBeNull()
    expect(page.getByRole('columnheader', { name: 'İşlemler' })).toBeVisible()
  })

  test('the row density is saved on this device', async () => {
    const page = await opened()
    const choice = within(page.getByRole('group', { name: 'Satır sıklığı' }))
    const height = () => getComputedStyle(page.getAllByRole('cell')[0] ?? document.body).height
    expect(choice.getByRole('button', { name: 'Rahat' })).toHaveAttribute('aria-pressed', 'true')
    expect(height()).toBe('44px')
    await page.events.click(choice.getByRole('button', { name: 'Sık' }))
    expect(height()).toBe('36px')
    page.unmount()
    const again = await opened()
    expect(again.getByRole('button', { name: 'Sık' })).toHaveAttribute('aria-pressed', 'true')
  })

  test('on a phone records are cards, and one button that counts them opens the filters', async () => {
    setWidth(360)
    const page = await opened(`?${filter}`)
    expect(page.queryByRole('table')).toBeNull()
    expect(page.queryByRole('group', { name: 'Satır sıklığı' })).toBeNull()
    expect(page.getAllByRole('listitem').length).toBeGreaterThan(0)
    const button = page.getByRole('button', { name: /^Filtreler/ })
    expect(button).toHaveTextContent('2')
    await page.events.click(button)
    const drawer = within(await page.findByRole('dialog', { name: 'Filtreler' }))
    await page.events.click(drawer.getByRole('button', { name: 'Temizle' }))
    await waitFor(() => expect(page.address()).toBe(path))
  })
})
