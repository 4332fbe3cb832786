import { errorText } from '@dalyan/contracts/errors'
import { firmsApi } from '@dalyan/contracts/firms'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { type Order, ordersApi } from '@dalyan/contracts/orders'
import { tanksApi } from '@dalyan/contracts/tanks'
import { waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const FIRM = { id: 3, code: 'EGE', name: 'Ege Mavi Su Ürünleri' }
const order = (rest: Partial<Order> = {}): Order => ({
  id: 42,
  code: 'S-1042',
  firm: FIRM,
  status: 'placed',
  items: [{ product: 'Levrek yavrusu', quantity: 1500, unit: 'adet', tank: null }],
  note: null,
  created_by: { id: 9, name: 'Ali Kaya' },
  created_at: '2026-07-07T09:00:00.000Z',
  updated_at: '2026-07-07T09:00:00.000Z',
  ...rest,
})
const [MONTH_AGO, SHIPPED] = ['2026-06-07T09:00:00.000Z', '2026-07-07T09:00:00.000Z'] as const
const customer = () => given.user({ role: 'customer', firm: FIRM })

function ordersAre(...orders: Order[]) {
  server.use(
    answers(ordersApi.list, given.pageOf(orders)),
    answers(firmsApi.list, given.pageOf([])),
    answers(ordersApi.origins, { from: MONTH_AGO, to: SHIPPED, data: [] }),
    answers(ordersApi.recordLinks, { data: [] }),
  )
  const [first] = orders
  if (first) server.use(answers(ordersApi.get, first))
  server.use(answers(ordersApi.products, { data: [] }))
}

test('a customer sees the orders of his firm with their status, and no button that changes one', async () => {
  ordersAre(order(), order({ id: 41, code: 'S-1041', status: 'delivered' }))
  const page = renderApp('/orders', { user: customer() })
  const table = within(await page.findByRole('table'))
  expect(table.getAllByRole('row')).toHaveLength(3)
  expect(page.getByText('S-1042').closest('tr')).toHaveTextContent(
    'AlındıS-1042Levrek yavrusu 1.500 adet07.07.2026 12:00',
  )
  expect(page.getByText('S-1041').closest('tr')).toHaveTextContent('Teslim edildi')
  expect(page.queryByRole('button', { name: /diğer işlemler/ })).toBeNull()
  expect(page.queryByRole('checkbox', { name: /seç/ })).toBeNull()
  await page.events.click(page.getByRole('button', { name: 'Görüntüle: S-1042' }))
  const dialog = await page.findByRole('dialog', { name: 'S-1042 siparişi' })
  expect(dialog).toHaveTextContent('Ali Kaya')
  expect(within(dialog).getAllByRole('button')).toHaveLength(1)
  expect(page.address()).toBe('/orders?dialog=view&id=42')
})

test('a customer orders several lines for his own firm; empty lines are left out', async () => {
  ordersAre()
  const sent: unknown[] = []
  server.use(
    answers(ordersApi.create, ({ body }) => {
      sent.push(body)
      return order()
    }),
  )
  const page = renderApp('/orders', { user: customer() })
  expect(await page.findByText('Henüz siparişiniz yok')).toBeVisible()
  const [open] = page.getAllByRole('button', { name: 'Yeni sipariş' })
  await page.events.click(open as HTMLElement)
  const dialog = within(await page.findByRole('dialog', { name: 'Yeni sipariş' }))
  await page.events.click(dialog.getByRole('button', { name: 'Kalem ekle' }))
  await page.events.click(dialog.getByRole('button', { name: 'Kalem ekle' }))
  for (const [line, product, quantity, unit] of [
    ['1. kalem', 'Levrek', '1500', 'adet'],
    ['3. kalem', 'Yem', '2,5', 'kg'],
  ] as const) {
    const group = within(dialog.getByRole('group', { name: line }))
    await page.events.type(group.getByRole('combobox', { name: /Ürün/ }), product)
    await page.events.type(group.getByRole('textbox', { name: /Miktar/ }), quantity)
    await page.events.type(group.getByRole('textbox', { name: /Birim/ }), unit)
  }
  await page.events.click(dialog.getByRole('button', { name: 'Siparişi ver' }))
  expect(await page.findByText('S-1042 siparişi alındı')).toBeVisible()
  expect(sent).toEqual([
    {
      items: [
        { product: 'Levrek', quantity: 1500, unit: 'adet' },
        { product: 'Yem', quantity: 2.5, unit: 'kg' },
      ],
      note: null,
    },
  ])
  expect(page.address()).toBe('/orders')
})

test('a missing value and a refusal of the server are shown at their field', async () => {
  ordersAre()
  server.use(refuses(ordersApi.create, 422, 'invalid_format', { 'items.0.unit': ['Bu birim bilinmiyor.'] }))
  const page = renderApp('/orders?dialog=create', { user: customer() })
  const dialog = within(await page.findByRole('dialog', { name: 'Yeni sipariş' }))
  const submit = dialog.getByRole('button', { name: 'Siparişi ver' })
  await page.events.type(dialog.getByRole('textbox', { name: /Miktar/ }), 'çok')
  await page.events.click(submit)
  expect(dialog.getByRole('combobox', { name: /Ürün/ })).toHaveAccessibleDescription('Ürün gerekli')
  expect(dialog.getByRole('textbox', { name: /Miktar/ })).toBeInvalid()
  await page.events.clear(dialog.getByRole('textbox', { name: /Miktar/ }))
  await page.events.type(dialog.getByRole('textbox', { name: /Miktar/ }), '3')
  await page.events.type(dialog.getByRole('combobox', { name: /Ürün/ }), 'Yem')
  await page.events.type(dialog.getByRole('textbox', { name: /Birim/ }), 'xy')
  await page.events.click(submit)
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: /Birim/ })).toHaveAccessibleDescription('Bu birim bilinmiyor.'),
  )
  expect(dialog.getByRole('combobox', { name: /Ürün/ })).toHaveValue('Yem')
})

test('a customer without a firm cannot order, and the page says why', async () => {
  ordersAre()
  const page = renderApp('/orders', { user: given.user({ role: 'customer' }) })
  expect(await page.findByText(/Hesabınız henüz bir firmaya bağlı değil/)).toBeVisible()
  expect(page.queryByRole('button', { name: 'Yeni sipariş' })).toBeNull()
})

test('an administrator moves an order to its next status after a question', async () => {
  ordersAre(order({ status: 'confirmed' }))
  const sent: unknown[] = []
  server.use(
    answers(ordersApi.update, ({ body }) => {
      sent.push(body)
      return order({ status: 'shipped' })
    }),
  )
  const page = renderApp('/orders', { user: given.user() })
  expect((await page.findByText('S-1042')).closest('tr')).toHaveTextContent('Ege Mavi Su Ürünleri')
  await page.events.click(page.getByRole('button', { name: 'S-1042 için diğer işlemler' }))
  await page.events.click(await page.findByRole('menuitem', { name: 'Gönderildi yap' }))
  const question = await page.findByRole('alertdialog', { name: 'S-1042 siparişi gönderildi mi?' })
  await page.events.click(within(question).getByRole('button', { name: 'Gönderildi yap' }))
  expect(await page.findByText('S-1042 siparişi güncellendi')).toBeVisible()
  expect(sent).toEqual([{ status: 'shipped' }])
})

test('an administrator confirms selected orders at once; orders with another next step stay as they are', async () => {
  ordersAre(order(), order({ id: 43, code: 'S-1043' }), order({ id: 41, code: 'S-1041', status: 'shipped' }))
  const sent: string[] = []
  server.use(
    http.put('*/api/orders/:id', async ({ params, request }) => {
      sent.push(`${String(params['id'])} ${JSON.stringify(await request.json())}`)
      return HttpResponse.json(order())
    }),
  )
  const page = renderApp('/orders', { user: given.user() })
  await page.events.click(await page.findByRole('checkbox', { name: 'Bu sayfadakilerin tümünü seç' }))
  expect(page.getByRole('button', { name: 'Siparişi iptal et (2)' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Teslim edildi yap (1)' })).toBeVisible()
  await page.events.click(page.getByRole('button', { name: 'Onayla (2)' }))
  const question = within(await page.findByRole('alertdialog', { name: '2 sipariş onaylansın mı?' }))
  await page.events.click(question.getByRole('button', { name: 'Onayla (2)' }))
  expect(await page.findByText('2 sipariş onaylandı')).toBeVisible()
  expect(sent.toSorted()).toEqual(['42 {"status":"confirmed"}', '43 {"status":"confirmed"}'])
})

test('an order whose status changed meanwhile is not cancelled, and the dialog says so', async () => {
  ordersAre(order())
  server.use(refuses(ordersApi.update, 409, 'order_step'))
  const page = renderApp('/orders?dialog=cancel&id=42', { user: given.user() })
  const question = await page.findByRole('alertdialog', { name: 'S-1042 siparişi iptal edilsin mi?' })
  await page.events.click(within(question).getByRole('button', { name: 'Siparişi iptal et' }))
  expect(await within(question).findByRole('alert')).toHaveTextContent('Sipariş güncellenemedi')
})

test.each(['shipped', 'delivered', 'cancelled'] as const)('an order that is %s cannot be cancelled', async (status) => {
  ordersAre(order({ status }))
  const page = renderApp('/orders?dialog=cancel&id=42', { user: given.user() })
  const dialog = await page.findByRole('dialog', { name: 'S-1042 siparişi' })
  expect(within(dialog).queryByRole('button', { name: 'Siparişi iptal et' })).toBeNull()
})

test('a customer who writes the status dialog into the address only sees the order', async () => {
  ordersAre(order())
  const page = renderApp('/orders?dialog=step&id=42', { user: customer() })
  expect(await page.findByRole('dialog', { name: 'S-1042 siparişi' })).toBeVisible()
})

test('an administrator names the tank of each item until the order is shipped', async () => {
  const items = [
    { product: 'Levrek yavrusu', quantity: 1500, unit: 'adet', tank: null },
    { product: 'Yem', quantity: 2.5, unit: 'kg', tank: { id: 3, code: 'TNK-003' } },
  ]
  ordersAre(order({ items }))
  const sent: unknown[] = []
  server.use(
    answers(tanksApi.list, given.page([given.tank()])),
    answers(ordersApi.update, ({ body }) => {
      sent.push(body)
      return order()
    }),
  )
  const page = renderApp('/orders?dialog=view&id=42', { user: given.user() })
  const view = within(await page.findByRole('dialog', { name: 'S-1042 siparişi' }))
  expect(view.getByRole('link', { name: 'TNK-003' })).toHaveAttribute('href', '/tanks/3')
  await page.events.click(view.getByRole('button', { name: 'Düzenle' }))
  const form = within(await page.findByRole('dialog', { name: 'S-1042 siparişini düzenle' }))
  expect(form.queryByRole('combobox', { name: /Firma/ })).toBeNull()
  const first = within(form.getByRole('group', { name: '1. kalem' }))
  await page.events.click(first.getByRole('combobox', { name: 'Kaynak tank' }))
  await page.events.click(await page.findByRole('option', { name: /TNK-014/ }))
  await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
  expect(await page.findByText('S-1042 siparişi güncellendi')).toBeVisible()
  expect(sent).toEqual([
    {
      items: [
        { product: 'Levrek yavrusu', quantity: 1500, unit: 'adet', tank_id: 14 },
        { product: 'Yem', quantity: 2.5, unit: 'kg', tank_id: 3 },
      ],
      note: null,
    },
  ])
})

test.each([
  ['shipped, an administrator', order({ status: 'shipped' }), given.user()],
  ['open, a customer', order(), customer()],
])('an order that is %s is read-only', async (_, known, user) => {
  ordersAre(known)
  const page = renderApp('/orders?dialog=edit&id=42', { user })
  const view = within(await page.findByRole('dialog', { name: 'S-1042 siparişi' }))
  expect(view.queryByRole('button', { name: 'Düzenle' })).toBeNull()
})

test('an order that was shipped meanwhile is not changed, and the form does not lose the typed values', async () => {
  ordersAre(order())
  server.use(answers(tanksApi.list, given.page([])), refuses(ordersApi.update, 409, 'order_frozen'))
  const page = renderApp('/orders?dialog=edit&id=42', { user: given.user() })
  const form = within(await page.findByRole('dialog', { name: 'S-1042 siparişini düzenle' }))
  const product = form.getByRole('combobox', { name: /Ürün/ })
  await page.events.type(product, ' 2')
  await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
  expect(await form.findByRole('alert')).toHaveTextContent(errorText('order_frozen', 'tr'))
  expect(product).toHaveValue('Levrek yavrusu 2')
})

test('what the firm ordered before is offered; choosing it fills the unit and the usual amount, and a typed amount stays', async () => {
  ordersAre()
  const sent: unknown[] = []
  server.use(
    answers(ordersApi.products, {
      data: [
        { product: 'Levrek', unit: 'kg', quantity: 120.5 },
        { product: 'Çipura yavrusu', unit: 'adet', quantity: 1500 },
      ],
    }),
    answers(ordersApi.create, ({ body }) => {
      sent.push(body)
      return order()
    }),
  )
  const page = renderApp('/orders?dialog=create', { user: customer() })
  const dialog = within(await page.findByRole('dialog', { name: 'Yeni sipariş' }))
  const line = (name: string) => within(dialog.getByRole('group', { name }))
  // By the keyboard alone: the list opens with the focus, and the arrow chooses.
  await page.events.click(line('1. kalem').getByRole('combobox', { name: /Ürün/ }))
  expect((await page.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Levrekgenellikle 120,5 kg',
    'Çipura yavrusugenellikle 1.500 adet',
  ])
  await page.events.keyboard('{ArrowDown}{Enter}')
  expect(line('1. kalem').getByRole('combobox', { name: /Ürün/ })).toHaveValue('Levrek')
  expect(line('1. kalem').getByRole('textbox', { name: /Miktar/ })).toHaveValue('120,5')
  expect(line('1. kalem').getByRole('textbox', { name: /Birim/ })).toHaveValue('kg')
  await page.events.click(dialog.getByRole('button', { name: 'Kalem ekle' }))
  await page.events.type(line('2. kalem').getByRole('textbox', { name: /Miktar/ }), '200')
  await page.events.type(line('2. kalem').getByRole('combobox', { name: /Ürün/ }), 'cip')
  await page.events.click(await page.findByRole('option', { name: /Çipura yavrusu/ }))
  expect(line('2. kalem').getByRole('textbox', { name: /Miktar/ })).toHaveValue('200')
  await page.events.click(dialog.getByRole('button', { name: 'Siparişi ver' }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        items: [
          { product: 'Levrek', quantity: 120.5, unit: 'kg' },
          { product: 'Çipura yavrusu', quantity: 200, unit: 'adet' },
        ],
      },
    ]),
  )
})

test('an order shows the last thirty days of its tank of origin, by the metric that was out of range longest', async () => {
  const shipped = order({ status: 'shipped' })
  ordersAre(shipped)
  const stat = { min: 6, avg: 7, max: 8, count: 40 }
  server.use(
    answers(ordersApi.origins, {
      from: MONTH_AGO,
      to: SHIPPED,
      data: [{ tank: { id: 14, code: 'TNK-014', name: 'Levrek 2' }, products: ['Levrek yavrusu'] }],
    }),
    answers(measurementsApi.tankStats, {
      tank_temperature: { ...stat, out_of_range_seconds: 0 },
      ph: { ...stat, out_of_range_seconds: 5_400 },
    }),
    answers(measurementsApi.tankSeries, {
      from: MONTH_AGO,
      to: SHIPPED,
      bucket_seconds: 21_600,
      times: [Date.parse(SHIPPED) / 1000 - 21_600],
      metrics: { ph: { min: [6], avg: [7], max: [8] } },
    }),
    answers(tanksApi.get, given.tank()),
  )
  const page = renderApp('/orders?dialog=view&id=42', { user: customer() })
  const dialog = within(await page.findByRole('dialog', { name: 'S-1042 siparişi' }))
  const origin = within(await dialog.findByRole('region', { name: 'TNK-014' }))
  expect(origin.getByText('Son 30 gün: 07.06.2026 – 07.07.2026')).toBeVisible()
  expect(await origin.findByText('pH: 1 sa 30 dk aralık dışında kaldı.')).toBeVisible()
  expect(await origin.findByRole('img', { name: /pH/ })).toBeInTheDocument()
  expect(origin.getByRole('link', { name: 'TNK-014' }).getAttribute('href')).toMatch(
    /^\/tanks\/14\?tab=charts&from=2026-06-07/,
  )
})

test('an order whose tank of origin the user may not see names none', async () => {
  ordersAre(order())
  const page = renderApp('/orders?dialog=view&id=42', { user: customer() })
  const dialog = await page.findByRole('dialog', { name: 'S-1042 siparişi' })
  await waitFor(() => expect(dialog).toHaveTextContent(/Kaynak tank—/))
})
