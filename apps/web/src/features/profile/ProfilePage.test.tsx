import { authApi } from '@dalyan/contracts/auth'
import { waitFor } from '@testing-library/react'
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
  expect(page.getByText('Müşteri')).toBeVisible()
  expect(page.getByText('zeynep@egemavisu.example')).toBeVisible()
  expect(page.getByRole('link', { name: 'Şifre Değiştir' })).toHaveAttribute('href', '/change-password')
  await page.person.click(page.getByRole('radio', { name: 'Pastel' }))
  expect(page.getByRole('radio', { name: 'Pastel' })).toBeChecked()
  expect(document.documentElement).toHaveAttribute('data-theme', 'pastel')
  await waitFor(() => expect(told).toEqual([{ theme: 'pastel' }]))
})
