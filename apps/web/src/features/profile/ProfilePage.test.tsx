import { authApi } from '@dalyan/contracts/auth'
import { ROLE_PERMISSIONS } from '@dalyan/contracts/permissions'
import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

test('shows who one is, and wears a theme that is chosen', async () => {
  const told: unknown[] = []
  server.use(
    answers(authApi.updateTheme, ({ body }) => {
      told.push(body)
      return { theme: 'pastel' }
    }),
  )
  const page = renderApp('/profile', { user: given.user({ role: 'customer' }) })
  expect(await page.findByRole('heading', { level: 1, name: 'Profil ve Güvenlik' })).toBeVisible()
  expect(page.getAllByText('Müşteri')).toHaveLength(2)
  expect(page.getByText('zeynep@egemavisu.example')).toBeVisible()
  expect(page.getByRole('link', { name: 'Şifre Değiştir' })).toHaveAttribute('href', '/change-password')
  await page.person.click(page.getByRole('radio', { name: 'Pastel' }))
  expect(page.getByRole('radio', { name: 'Pastel' })).toBeChecked()
  expect(document.documentElement).toHaveAttribute('data-theme', 'pastel')
  await waitFor(() => expect(told).toEqual([{ theme: 'pastel' }]))
})

test('says in words what each role allows, in which language, and for which firm', async () => {
  const firm = { id: 1, code: 'EGE', name: 'Ege Mavi Su Ürünleri' }
  const roles = [
    ...given.user({ role: 'operator' }).roles,
    { name: 'denetçi', permissions: [{ name: 'reports.read' }] },
  ]
  const page = renderApp('/profile', { user: given.user({ firm, roles }) })
  const operator = within(await page.findByRole('list', { name: 'Operatör' }))
  const words = operator.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(words).toHaveLength(ROLE_PERMISSIONS.operator.length)
  expect(words.filter((word) => /[a-z]\.[a-z]/.test(word))).toEqual([])
  // What the page does not know yet keeps its own name.
  expect(page.getByRole('list', { name: 'Denetçi' })).toHaveTextContent('Reports.read')
  expect(page.getByText('Ege Mavi Su Ürünleri')).toBeVisible()
  expect(page.getByText(/Arayüz her girişte Türkçe açılır/)).toBeVisible()
})
