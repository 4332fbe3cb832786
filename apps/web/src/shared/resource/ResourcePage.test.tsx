import type { Endpoint } from '@dalyan/contracts/endpoint'
import { firmsApi } from '@dalyan/contracts/firms'
import { ordersApi } from '@dalyan/contracts/orders'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { usersApi } from '@dalyan/contracts/users'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { setWidth } from '../../../tests/set-width.ts'

const user = given.user()

interface PageCase {
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
  /** What is offered first for the selected record. */
  many: string
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

const cases: PageCase[] = [
  {
    path: '/tanks',
    endpoint: tanksApi.list,
    rows: [given.tank()],
    name: 'TNK-014',
    filter: 'status=active,suspended&province=izmir',
    chips: ['Durum: Aktif', 'Durum: Askıda', 'İl: izmir'],
    leaves: 'Firma',
    sort: ['Tank adı', 'name'],
    many: 'Bakım modu',
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
    many: 'Pasifleştir (1)',
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
    many: 'Sil (1)',
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
    many: 'Sil (1)',
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
    many: 'Sil (1)',
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
    many: 'Onayla (1)',
  },
]

afterEach(() => vi.useRealTimers())

describe.each(cases)('$path', ({ path, endpoint, rows, name, filter, chips, leaves, sort: [heading, field], many }) => {
  const pageSize = path === '/tanks' ? 100 : 25
  let asked: URLSearchParams[]
  const last = () => Object.fromEntries(asked.at(-1) ?? [])

  /** Answers as the server does: `pages` full pages, empty ones after them. */
  function gives(pages: number, body: (page: number) => Promise<void> | void = () => {}) {
    server.use(
      http.get(`*${endpoint.path}`, async ({ request }) => {
        const query = new URL(request.url).searchParams
        const page = Number(query.get('page') ?? 1)
        const size = Number(query.get('per_page'))
        // Pickers and counts call the same endpoint with other queries.
        if (size === pageSize) asked.push(query)
        await body(page)
        return HttpResponse.json({
          data: page > pages ? [] : rows,
          total: pages * pageSize,
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
    expect(page.getByText(`${3 * pageSize} kayıt`)).toBeVisible()
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
    const field = page.getByRole('searchbox', { name: 'Ara' })
    // The clock stands still, so that the pause does not pass while a slow machine types.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const value of ['l', 'le', 'lev']) fireEvent.change(field, { target: { value } })
    expect(page.address()).toBe(`${path}?page=2`)
    act(() => void vi.advanceTimersByTime(300))
    vi.useRealTimers()
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
    expect(height()).toBe('30px')
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

  test('on a phone all records of a page are selected at once, and what can be done with them is offered', async () => {
    setWidth(360)
    const page = await opened()
    expect(page.queryByRole('checkbox', { name: /kaydını seç/ })).toBeNull()
    await page.events.click(page.getByRole('button', { name: 'Seç' }))
    // Cards follow a change after the rest of the page.
    expect(await page.findByRole('checkbox', { name: /kaydını seç$/ })).not.toBeChecked()
    await page.events.click(page.getByRole('checkbox', { name: 'Bu sayfadakilerin tümünü seç' }))
    expect(page.getByText('1 kayıt seçildi')).toBeVisible()
    expect(page.getByRole('button', { name: many })).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Temizle' }))
    await waitFor(() => expect(page.queryByRole('checkbox', { name: /seç/ })).toBeNull())
  })
})

describe('several selected records', () => {
  const firms = Array.from({ length: 12 }, (_, index) =>
    given.firm({ id: index + 1, code: `F-${index + 1}`, name: `Firma ${index + 1}` }),
  )

  const REFUSAL = 'Firmaya bağlı kayıtlar var: TNK-014'

  test('the records that the server refuses stay selected with their reasons, and few calls are in progress at once', async () => {
    const removed: number[] = []
    let [underWay, most] = [0, 0]
    server.use(
      http.get('*/api/firms', () => HttpResponse.json(given.pageOf(firms.filter(({ id }) => !removed.includes(id))))),
      http.delete('*/api/firms/:id', async ({ params }) => {
        most = Math.max(most, ++underWay)
        await new Promise((resolve) => setTimeout(resolve, 5))
        underWay--
        if (params['id'] === '3') {
          return HttpResponse.json({ message: REFUSAL, code: 'firm_in_use' }, { status: 409 })
        }
        removed.push(Number(params['id']))
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const page = renderApp('/firms', { user })
    await page.events.click(await page.findByRole('checkbox', { name: 'Bu sayfadakilerin tümünü seç' }))
    await page.events.click(page.getByRole('button', { name: 'Sil (12)' }))
    const question = within(await page.findByRole('alertdialog', { name: '12 firma silinsin mi?' }))
    expect(question.getByText('ve 2 kayıt daha')).toBeVisible()
    expect(removed).toHaveLength(0)
    await page.events.click(question.getByRole('button', { name: 'Sil (12)' }))
    const result = await page.findByRole('alert')
    expect(result).toHaveTextContent('12 kayıttan 11 tanesi tamamlandı')
    expect(result).toHaveTextContent(`F-3: ${REFUSAL}`)
    expect(removed).toHaveLength(11)
    expect(most).toBeLessThanOrEqual(4)
    await waitFor(() => expect(page.queryByText('F-4')).toBeNull())
    expect(page.getByText('1 kayıt seçildi')).toBeVisible()
    expect(page.getByRole('checkbox', { name: 'F-3 kaydını seç' })).toBeChecked()
  })

  test('deleted records among the selected ones are restored, and not deleted again', async () => {
    const deleted = given.firm({ id: 2, code: 'F-2', status: 'deleted' })
    server.use(answers(firmsApi.list, given.pageOf([given.firm({ id: 1, code: 'F-1' }), deleted])))
    const restored: string[] = []
    server.use(
      http.post('*/api/firms/:id/restore', ({ params }) => {
        restored.push(String(params['id']))
        return HttpResponse.json(deleted)
      }),
    )
    const page = renderApp('/firms?include_deleted=true', { user })
    await page.events.click(await page.findByRole('checkbox', { name: 'Bu sayfadakilerin tümünü seç' }))
    expect(page.getByRole('button', { name: 'Sil (1)' })).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Geri yükle (1)' }))
    const question = within(await page.findByRole('alertdialog', { name: '1 firma geri yüklensin mi?' }))
    await page.events.click(question.getByRole('button', { name: 'Geri yükle (1)' }))
    expect(await page.findByText('1 firma geri yüklendi')).toBeVisible()
    expect(restored).toEqual(['2'])
    expect(page.getByRole('searchbox', { name: 'Ara' })).toBeVisible()
  })
})

test('on a phone only the first cards of a long page have content; the others are named until they come near the screen', async () => {
  const firms = Array.from({ length: 100 }, (_, index) => given.firm({ id: index + 1, code: `F-${index + 1}` }))
  server.use(answers(firmsApi.list, given.pageOf(firms)))
  setWidth(360)
  const page = renderApp('/firms?per_page=100', { user })
  const cards = within(await page.findByRole('list', { name: 'Firma listesi' })).getAllByRole('listitem')
  expect(cards).toHaveLength(100)
  expect(cards.at(-1)).toHaveTextContent(/^F-100$/)
  const drawn = cards.filter((card) => card.querySelector('button') !== null)
  expect(drawn.length).toBeGreaterThanOrEqual(5)
  expect(drawn.length).toBeLessThanOrEqual(10)
})
