import { tanksApi } from '@dalyan/contracts/tanks'
import { usersApi } from '@dalyan/contracts/users'
import { waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AskedCall, answers, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { setWidth } from '../../../tests/set-width.ts'

const user = given.user()
const DESKTOP_PX = 1024
const PHONE_PX = 360

let asked: AskedCall[]
const lastQuery = () => Object.fromEntries(asked.at(-1)?.url.searchParams ?? [])

beforeEach(() => {
  asked = []
  server.use(
    answers(tanksApi.list, (call) => {
      asked.push(call)
      return given.page([given.tank()])
    }),
  )
})
afterEach(() => setWidth(DESKTOP_PX))

describe('filters of a list on a wide screen', () => {
  test('each active filter is a chip that can be removed', async () => {
    const page = renderApp('/tanks?status=active,suspended&province=izmir', { user })
    expect(await page.findByText('Durum: Aktif')).toBeVisible()
    expect(page.getByText('İl: izmir')).toBeVisible()
    await page.events.click(await page.findByTitle('Durum: Aktif filtresini kaldır'))
    await waitFor(() => expect(page.address()).toBe('/tanks?status=suspended&province=izmir'))
    expect(page.queryByText('Durum: Aktif')).toBeNull()
  })

  test('rare filters are in a drawer, and the call has the API’s names', async () => {
    const page = renderApp('/tanks', { user })
    await page.events.click(await page.findByRole('button', { name: 'Filtreler' }))
    const drawer = within(await page.findByRole('dialog', { name: 'Filtreler' }))
    await page.events.type(drawer.getByLabelText('Terminal kodu'), 'T-02')
    await page.events.click(drawer.getByRole('combobox', { name: 'Terminal atanmış' }))
    await page.events.click(await page.findByRole('option', { name: 'Hayır' }))
    expect(page.address()).toBe('/tanks')
    await page.events.click(drawer.getByRole('button', { name: 'Uygula' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ filter_iot_code: 'T-02', filter_has_iot: '0' }))
    expect(page.address()).toBe('/tanks?iot_code=T-02&has_iot=0')
  })
})

describe('days in a filter of a list', () => {
  async function drawerOf(page: ReturnType<typeof renderApp>) {
    await page.events.click(await page.findByRole('button', { name: /^Filtreler/ }))
    return within(await page.findByRole('dialog', { name: 'Filtreler' }))
  }
  beforeEach(() =>
    server.use(
      answers(usersApi.list, (call) => {
        asked.push(call)
        return given.pageOf([given.user({ id: 5, name: 'Ayşe Kaya' })])
      }),
    ),
  )

  test('days are typed as `31.01.2026`, and written to the address and the call as the API does', async () => {
    const page = renderApp('/users', { user })
    const drawer = await drawerOf(page)
    await page.events.type(drawer.getByLabelText('Oluşturulma: gün'), '1.1.2026')
    await page.events.type(drawer.getByLabelText('Oluşturulma: son gün'), '31.01.2026')
    await page.events.click(drawer.getByRole('button', { name: 'Uygula' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ filter_created_at: '2026-01-01..2026-01-31' }))
    expect(page.address()).toBe('/users?created_at=2026-01-01..2026-01-31')
    expect(await page.findByText('Oluşturulma: 01.01.2026 – 31.01.2026')).toBeVisible()
    const again = await drawerOf(page)
    expect(again.getByLabelText('Oluşturulma: son gün')).toHaveValue('31.01.2026')
    await page.events.clear(again.getByLabelText('Oluşturulma: son gün'))
    await page.events.click(again.getByRole('button', { name: 'Uygula' }))
    await waitFor(() => expect(page.address()).toBe('/users?created_at=2026-01-01'))
  })

  test('days that do not exist or are in reverse order are refused at their field, and no call is sent', async () => {
    const page = renderApp('/users?created_at=2026-02-30', { user })
    const drawer = await drawerOf(page)
    expect(page.address()).toBe('/users')
    const first = drawer.getByLabelText('Oluşturulma: gün')
    const last = drawer.getByLabelText('Oluşturulma: son gün')
    await page.events.type(first, '30.02.2026')
    expect(first).toBeValid()
    await page.events.click(drawer.getByRole('button', { name: 'Uygula' }))
    expect(first).toBeInvalid()
    expect(first).toHaveAccessibleDescription('Böyle bir gün yok. Örnek: 31.01.2026')
    expect(first).toHaveFocus()
    await page.events.clear(first)
    await page.events.type(first, '02.02.2026')
    await page.events.type(last, '01.02.2026')
    expect(last).toHaveAccessibleDescription('Son gün ilk günden önce olamaz')
    await page.events.click(drawer.getByRole('button', { name: 'Uygula' }))
    expect(last).toHaveFocus()
    expect(page.address()).toBe('/users')
  })
})

describe('filters of a list on a phone', () => {
  test('one button opens all filters, counts them, and clears them together; records are cards', async () => {
    setWidth(PHONE_PX)
    const page = renderApp('/tanks?status=active&province=izmir', { user })
    await page.findByRole('link', { name: 'TNK-014' })
    expect(page.queryByRole('table')).toBeNull()
    const button = page.getByRole('button', { name: /^Filtreler/ })
    expect(button).toHaveTextContent('2')
    await page.events.click(button)
    const drawer = within(await page.findByRole('dialog', { name: 'Filtreler' }))
    expect(drawer.getByLabelText('İl')).toHaveValue('izmir')
    await page.events.click(drawer.getByRole('button', { name: 'Temizle' }))
    await waitFor(() => expect(page.address()).toBe('/tanks'))
  })
})
