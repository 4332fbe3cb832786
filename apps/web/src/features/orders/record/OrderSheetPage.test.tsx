import { type Order, ordersApi } from '@dalyan/contracts/orders'
import { within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answers, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const FIRM = { id: 2, code: 'KORDON', name: 'Kordon Balık' }
const ORDER: Order = {
  id: 42,
  code: 'S-1042',
  firm: FIRM,
  status: 'shipped',
  items: [
    { product: 'Buz', quantity: 1, unit: 'kg', tank: null },
    { product: 'Levrek', quantity: 12.5, unit: 'kg', tank: null },
  ],
  note: null,
  created_by: null,
  created_at: '2026-07-07T09:00:00.000Z',
  updated_at: '2026-07-07T09:00:00.000Z',
}
const LINK = {
  position: 2,
  product: 'Levrek',
  quantity: 12.5,
  unit: 'kg',
  url: 'https://dalyan.example/origin-record#t',
}
const customer = given.user({ role: 'customer', firm: FIRM })

beforeAll(() => Promise.all([import('./OrderSheetPage.tsx'), import('./RecordCodes.tsx')]))
beforeEach(() =>
  server.use(
    answers(ordersApi.get, ORDER),
    answers(ordersApi.list, given.pageOf([ORDER])),
    answers(ordersApi.origins, { from: ORDER.created_at, to: ORDER.created_at, data: [] }),
    answers(ordersApi.products, { data: [] }),
    answers(ordersApi.recordLinks, { data: [LINK] }),
  ),
)

test('the sheet of an order has a code beside each item with an origin, and is printed', async () => {
  const page = renderApp('/orders/42', { user: customer })
  expect(await page.findByRole('heading', { name: 'S-1042 siparişi' })).toBeVisible()
  const items = within(page.getByRole('list', { name: 'Kalemler' })).getAllByRole('listitem')
  const [ice, fish] = items.map((item) => within(item))
  expect(await fish?.findByRole('img', { name: 'Levrek: kaynak tankın kaydı, kare kod olarak' })).toBeVisible()
  expect(fish?.getByText('12,5 kg')).toBeVisible()
  expect(ice?.queryByRole('img')).toBeNull()
  expect(page.getByRole('button', { name: 'Yazdır' })).toBeVisible()
})

test('a sheet without an origin says why it has no code', async () => {
  server.use(answers(ordersApi.recordLinks, { data: [] }))
  const page = renderApp('/orders/42', { user: customer })
  expect(await page.findByText('Kalemlerin kaynak tankı yok; bu yüzden kod basılmaz.')).toBeVisible()
  expect(page.queryByRole('img', { name: /kare kod/ })).toBeNull()
})

test('the sheet of an order that the user may not see is missing', async () => {
  server.use(refuses(ordersApi.get, 404, 'not_found'))
  const page = renderApp('/orders/42', { user: customer })
  expect(await page.findByRole('link', { name: 'Siparişlere dön' })).toHaveAttribute('href', '/orders')
})

test('the dialog of an order leads to the record of each item and to the sheet', async () => {
  const page = renderApp('/orders?dialog=view&id=42', { user: customer })
  expect(await page.findByRole('link', { name: 'Kaydı aç' })).toHaveAttribute('href', LINK.url)
  const dialog = within(page.getByRole('dialog'))
  expect(dialog.getByRole('img', { name: /kare kod/ })).toBeVisible()
  expect(dialog.getByRole('link', { name: 'Sipariş belgesi' })).toHaveAttribute('href', '/orders/42')
})
