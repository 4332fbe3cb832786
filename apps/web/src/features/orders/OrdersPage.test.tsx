import { errorText } from '@dalyan/contracts/errors'
import { firmsApi } from '@dalyan/contracts/firms'
import { type Order, ordersApi } from '@dalyan/contracts/orders'
import { tanksApi } from '@dalyan/contracts/tanks'
import { waitFor, within } from '@testing-library/react'
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
const customer = () => given.user({ role: 'customer', firm: FIRM })

function ordersAre(...orders: Order[]) {
  server.use(answers(ordersApi.list, given.pageOf(orders)), answers(firmsApi.list, given.pageOf([])))
  const [first] = orders
  if (first) server.use(answers(ordersApi.get, first))
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
    await page.events.type(group.getByRole('textbox', { name: /Ürün/ }), product)
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
  const place = dialog.getByRole('button', { name: 'Siparişi ver' })
  await page.events.type(dialog.getByRole('textbox', { name: /Miktar/ }), 'çok')
  await page.events.click(place)
  expect(dialog.getByRole('textbox', { name: /Ürün/ })).toHaveAccessibleDescription('Ürün gerekli')
  expect(dialog.getByRole('textbox', { name: /Miktar/ })).toBeInvalid()
  await page.events.clear(dialog.getByRole('textbox', { name: /Miktar/ }))
  await page.events.type(dialog.getByRole('textbox', { name: /Miktar/ }), '3')
  await page.events.type(dialog.getByRole('textbox', { name: /Ürün/ }), 'Yem')
  await page.events.type(dialog.getByRole('textbox', { name: /Birim/ }), 'xy')
  await page.events.click(place)
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: /Birim/ })).toHaveAccessibleDescription('Bu birim bilinmiyor.'),
  )
  expect(dialog.getByRole('textbox', { name: /Ürün/ })).toHaveValue('Yem')
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
  const product = form.getByRole('textbox', { name: /Ürün/ })
  await page.events.type(product, ' 2')
  await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
  expect(await form.findByRole('alert')).toHaveTextContent(errorText('order_frozen', 'tr'))
  expect(product).toHaveValue('Levrek yavrusu 2')
})
