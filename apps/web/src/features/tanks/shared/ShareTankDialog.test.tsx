import { displayLinksApi } from '@dalyan/contracts/display-links'
import { tanksApi } from '@dalyan/contracts/tanks'
import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answers, recorded, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const DAY_MS = 86_400_000
const noLinks = { data: [], total: 0, current_page: 1, last_page: 1, per_page: 200 }

beforeAll(() => Promise.all([import('../detail/TankDetailPage.tsx'), import('./ShareTankDialog.tsx')]))
beforeEach(() => server.use(answers(tanksApi.get, given.tank()), answers(displayLinksApi.list, noLinks)))

async function openDialog() {
  const page = renderApp('/tanks/14?tab=info&dialog=share', { user: given.user({ role: 'admin' }) })
  const dialog = within(await screen.findByRole('dialog', { name: 'TNK-014 tankını paylaş' }))
  return { page, dialog }
}

test('an administrator shares a tank for a chosen time and sees the address once, to copy and to scan', async () => {
  const asked = recorded(displayLinksApi.create, { id: 4, url: 'https://dalyan.example/tank-link#secret' })
  const { page, dialog } = await openDialog()
  expect(await dialog.findByText('Bu tankın henüz bağlantısı yok.')).toBeVisible()
  await page.events.type(dialog.getByRole('textbox', { name: /Kimin için/ }), 'Deniz Restoran')
  await page.events.click(dialog.getByRole('combobox', { name: /Geçerlilik/ }))
  await page.events.click(await screen.findByRole('option', { name: '30 gün' }))
  await page.events.click(dialog.getByRole('button', { name: 'Bağlantı oluştur' }))
  const made = within(await screen.findByRole('dialog', { name: 'Bağlantı hazır: Deniz Restoran' }))
  expect(made.getByRole('textbox', { name: 'Bağlantının adresi' })).toHaveTextContent(
    'https://dalyan.example/tank-link#secret',
  )
  expect(made.getByRole('img', { name: /kare kod/ })).toBeVisible()
  expect(made.getByText(/tarihine kadar tankı görür/)).toBeVisible()
  const [body] = asked.map((one) => one.body as { expires_at: string })
  expect(body).toMatchObject({ name: 'Deniz Restoran', firm_id: null, tank_id: 14 })
  expect(Math.abs(Date.parse(body?.expires_at ?? '') - Date.now() - 30 * DAY_MS)).toBeLessThan(60_000)
})

test('an end that is not in the list is typed in the time of Istanbul', async () => {
  const asked = recorded(displayLinksApi.create, { id: 4, url: 'https://dalyan.example/tank-link#secret' })
  const { page, dialog } = await openDialog()
  await page.events.type(dialog.getByRole('textbox', { name: /Kimin için/ }), 'Deniz')
  await page.events.click(dialog.getByRole('combobox', { name: /Geçerlilik/ }))
  await page.events.click(await screen.findByRole('option', { name: 'Kendi tarihim' }))
  await page.events.click(dialog.getByRole('button', { name: 'Bağlantı oluştur' }))
  expect(dialog.getByRole('textbox', { name: /Bitiş/ })).toBeInvalid()
  await page.events.type(dialog.getByRole('textbox', { name: /Bitiş/ }), '01.03.2027 12:00')
  await page.events.click(dialog.getByRole('button', { name: 'Bağlantı oluştur' }))
  await screen.findByRole('dialog', { name: 'Bağlantı hazır: Deniz' })
  expect(asked.map(({ body }) => body)).toMatchObject([{ expires_at: '2027-03-01T09:00:00.000Z' }])
})

test('the dialog lists the links of the tank and revokes one after a question', async () => {
  const link = {
    id: 9,
    name: 'Eski müşteri',
    firm: null,
    tank: { id: 14, code: 'TNK-014', name: 'Levrek larva 2' },
    expires_at: '2126-07-10T06:00:00.000Z',
    created_at: '2026-07-10T06:00:00.000Z',
    last_used_at: null,
  }
  let links = [link]
  const asked = recorded(displayLinksApi.list, () => ({ ...noLinks, data: links, total: links.length }))
  server.use(answers(displayLinksApi.remove, () => void (links = [])))
  const { page, dialog } = await openDialog()
  await page.events.click(await dialog.findByRole('button', { name: 'İptal et: Eski müşteri' }))
  expect(asked[0]?.url.searchParams.get('filter_tank_id')).toBe('14')
  const question = within(await screen.findByRole('alertdialog'))
  await page.events.click(question.getByRole('button', { name: 'İptal et' }))
  expect(await dialog.findByText('Bu tankın henüz bağlantısı yok.')).toBeVisible()
})

test('only users who manage the settings share a tank', async () => {
  renderApp('/tanks/14?tab=info&dialog=share', { user: given.user({ role: 'operator' }) })
  await screen.findByRole('heading', { name: 'TNK-014 · Levrek larva 2' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
