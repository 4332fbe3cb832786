import { authApi } from '@dalyan/contracts/auth'
import { expect, test } from 'vitest'
import { recorded, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { sessionToken } from '../../shared/api/session-token.ts'

async function fill(page: ReturnType<typeof renderApp>, [current, next, again]: readonly [string, string, string]) {
  await page.events.type(await page.findByLabelText(/Mevcut şifre/), current)
  await page.events.type(page.getByLabelText(/^Yeni şifre\s*\*/), next)
  await page.events.type(page.getByLabelText(/Yeni şifre tekrarı/), again)
  await page.events.click(page.getByRole('button', { name: 'Şifreyi Değiştir' }))
}

test('a changed password does not end this session, which gets a new token', async () => {
  const asked = recorded(authApi.changePassword, { token: '2|new' })
  const page = renderApp('/change-password', { user: given.user({ role: 'customer' }) })
  await fill(page, ['eski-sifre', 'yeni-sifre-1', 'yeni-sifre-1'])
  expect(await page.findByText('Şifreniz değiştirildi')).toBeVisible()
  expect(asked[0]?.body).toEqual({
    current_password: 'eski-sifre',
    password: 'yeni-sifre-1',
    password_confirmation: 'yeni-sifre-1',
  })
  expect(sessionToken.get()).toBe('2|new')
  expect(page.getByLabelText(/Mevcut şifre/)).toHaveValue('')
})

test('a new password and a different confirmation are not sent', async () => {
  const page = renderApp('/change-password', { user: given.user() })
  await fill(page, ['eski-sifre', 'yeni-sifre-1', 'yeni-sifre-2'])
  expect(page.getByText('Şifreler eşleşmiyor')).toBeVisible()
  expect(page.getByLabelText(/Yeni şifre tekrarı/)).toHaveFocus()
})

test('a refused password shows the reason at its field and does not clear the input', async () => {
  server.use(
    refuses(authApi.changePassword, 422, 'wrong_current_password', { current_password: ['Mevcut şifre hatalı.'] }),
  )
  const page = renderApp('/change-password', { user: given.user() })
  await fill(page, ['yanlis', 'yeni-sifre-1', 'yeni-sifre-1'])
  expect(await page.findByRole('alert')).toHaveTextContent('Şifre değiştirilemedi.')
  expect(page.getByLabelText(/Mevcut şifre/)).toHaveAccessibleDescription('Mevcut şifre hatalı.')
  expect(page.getByLabelText(/Mevcut şifre/)).toHaveFocus()
  expect(page.getByLabelText(/Mevcut şifre/)).toHaveValue('yanlis')
})

test('a password form names each empty field, and says after too many attempts to wait', async () => {
  server.use(refuses(authApi.changePassword, 429, 'too_many_attempts'))
  const page = renderApp('/change-password', { user: given.user() })
  await page.events.click(await page.findByRole('button', { name: 'Şifreyi Değiştir' }))
  expect(page.getByLabelText(/Mevcut şifre/)).toHaveAccessibleDescription('Mevcut şifre gerekli')
  expect(page.getByLabelText(/^Yeni şifre\s*\*/)).toHaveAccessibleDescription('Yeni şifre gerekli')
  expect(page.queryByRole('alert')).toBeNull()
  await fill(page, ['eski-sifre', 'yeni-sifre-1', 'yeni-sifre-1'])
  expect(await page.findByRole('alert')).toHaveTextContent(/Şifre değiştirilemedi\..*Çok fazla deneme/)
})
