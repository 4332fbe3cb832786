import { authApi } from '@dalyan/contracts/auth'
import { settingsApi } from '@dalyan/contracts/settings'
import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answers, type AskedCall, recorded, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const hasMail = () => server.use(answers(settingsApi.mail, { enabled: true }))
const EMAIL = 'ali@example.com'

describe('a forgotten password', () => {
  test('is offered at the login only where the server can send emails', async () => {
    const without = renderApp('/')
    await without.findByRole('button', { name: 'Giriş Yap' })
    expect(without.queryByRole('link', { name: 'Şifremi unuttum' })).toBeNull()
    without.unmount()

    hasMail()
    const page = renderApp('/')
    await page.events.click(await page.findByRole('link', { name: 'Şifremi unuttum' }))
    expect(await page.findByRole('heading', { level: 2, name: 'Şifremi unuttum' })).toBeVisible()
    expect(page.address()).toBe('/forgot-password')
  })

  test('is replaced by a link to the email address, with an answer that does not say whether there is such an account', async () => {
    hasMail()
    const asked = recorded(authApi.forgotPassword, { link_minutes: 60 })
    localStorage.setItem('theme', 'navy')
    const page = renderApp('/forgot-password')
    await page.events.click(await page.findByRole('button', { name: 'Bağlantı gönder' }))
    expect(page.getByText('E-posta gerekli')).toBeVisible()
    expect(asked).toEqual([])
    await page.events.type(page.getByLabelText(/E-posta/), ` ${EMAIL} `)
    await page.events.click(page.getByRole('button', { name: 'Bağlantı gönder' }))
    expect(
      await page.findByText(`${EMAIL} adresiyle bir hesap varsa, 60 dakika geçerli bir bağlantı yolda.`),
    ).toBeVisible()
    expect(asked[0]?.body).toEqual({ email: EMAIL })
    expect(document.documentElement).toHaveAttribute('data-theme', 'light')
    await page.events.click(page.getByRole('button', { name: 'Yeniden iste' }))
    expect(page.getByLabelText(/E-posta/)).toHaveValue(EMAIL)
    await page.events.click(page.getByRole('link', { name: 'Girişe dön' }))
    expect(await page.findByRole('button', { name: 'Giriş Yap' })).toBeVisible()
  })

  test.each([
    [429, 'too_many_attempts', 'Çok fazla deneme yapıldı. Lütfen daha sonra tekrar deneyiniz.'],
    [503, 'not_ready', 'Veritabanına şu anda ulaşılamıyor. Birazdan tekrar deneyin.'],
  ] as const)('shows the reason of status %d', async (status, code, text) => {
    hasMail()
    server.use(refuses(authApi.forgotPassword, status, code))
    const page = renderApp('/forgot-password')
    await page.events.type(await page.findByLabelText(/E-posta/), EMAIL)
    await page.events.click(page.getByRole('button', { name: 'Bağlantı gönder' }))
    expect(await page.findByRole('alert')).toHaveTextContent(text)
  })

  test('refers to the administrator where the server cannot send emails', async () => {
    const page = renderApp('/forgot-password')
    expect(await page.findByText(/yöneticinize başvurun/)).toBeVisible()
    expect(page.queryByRole('button', { name: 'Bağlantı gönder' })).toBeNull()
  })
})

describe('the link to a new password', () => {
  const known = () =>
    answers(authApi.checkPasswordReset, ({ url, body }) => {
      expect(url.href).not.toContain('token')
      expect(body).toEqual({ token: 'the-token' })
      return { email: EMAIL }
    })

  test('takes it twice, shows problems at the fields, and leads to the login with the email', async () => {
    const asked: AskedCall[] = []
    server.use(known(), refuses(authApi.resetPassword, 422, 'invalid', { password: ['Bu şifre çok yaygın.'] }))
    const page = renderApp('/reset-password#the-token')
    expect(await page.findByText(`Hesap: ${EMAIL}`)).toBeVisible()
    const first = page.getByLabelText(/^Yeni şifre\s*\*/)
    const second = page.getByLabelText(/Yeni şifre tekrarı/)
    const save = () => page.events.click(page.getByRole('button', { name: 'Şifreyi kaydet' }))
    await page.events.type(first, 'password')
    await save()
    expect(page.getByText('Şifreler eşleşmiyor')).toBeVisible()
    await page.events.type(second, 'password')
    await save()
    expect(await page.findByText('Bu şifre çok yaygın.')).toBeVisible()
    expect(first).toBeInvalid()

    server.use(
      answers(authApi.resetPassword, (call) => {
        asked.push(call)
        return { email: EMAIL }
      }),
    )
    await save()
    expect(await page.findByText('Şifreniz değiştirildi. Yeni şifrenizle giriş yapın.')).toBeVisible()
    expect(page.address()).toBe('/')
    expect(page.getByLabelText(/E-posta/)).toHaveValue(EMAIL)
    expect(asked.map(({ body }) => body)).toEqual([
      { token: 'the-token', password: 'password', password_confirmation: 'password' },
    ])
  })

  test('that expired says so, and leads to a new link', async () => {
    server.use(refuses(authApi.checkPasswordReset, 404, 'link_over'))
    const page = renderApp('/reset-password#old')
    expect(await page.findByText('Bu bağlantı artık çalışmıyor')).toBeVisible()
    expect(page.getByRole('link', { name: 'Yeni bağlantı iste' })).toHaveAttribute('href', '/forgot-password')
    expect(page.queryByRole('button', { name: 'Şifreyi kaydet' })).toBeNull()
  })

  test('that was used elsewhere meanwhile says so', async () => {
    server.use(known(), refuses(authApi.resetPassword, 404, 'link_over'))
    const page = renderApp('/reset-password#the-token')
    await page.events.type(await page.findByLabelText(/^Yeni şifre\s*\*/), 'yeni-sifre-1')
    await page.events.type(page.getByLabelText(/Yeni şifre tekrarı/), 'yeni-sifre-1')
    await page.events.click(page.getByRole('button', { name: 'Şifreyi kaydet' }))
    expect(await page.findByText('Bu bağlantı artık çalışmıyor')).toBeVisible()
  })

  test('that cannot be checked can be checked again', async () => {
    server.use(refuses(authApi.checkPasswordReset, 400, 'unreadable_request'))
    const page = renderApp('/reset-password#the-token')
    const again = await page.findByRole('button', { name: 'Tekrar dene' })
    server.use(known())
    await page.events.click(again)
    expect(await page.findByText(`Hesap: ${EMAIL}`)).toBeVisible()
  })

  test('that lost its token says so', async () => {
    const page = renderApp('/reset-password')
    expect(await page.findByText(/Bağlantı eksik/)).toBeVisible()
  })
})

describe('the link that confirms an address', () => {
  test('does so only by the button', async () => {
    let pressed = 0
    server.use(
      answers(authApi.confirmEmail, ({ body }) => {
        pressed += 1
        expect(body).toEqual({ token: 'the-token' })
        return { email: EMAIL }
      }),
    )
    const page = renderApp('/confirm-email#the-token')
    const button = await page.findByRole('button', { name: 'Adresimi doğrula' })
    expect(pressed).toBe(0)
    await page.events.click(button)
    expect(await page.findByText(`${EMAIL} doğrulandı. Teşekkürler.`)).toBeVisible()
    expect(page.queryByRole('button', { name: 'Adresimi doğrula' })).toBeNull()
    expect(pressed).toBe(1)
  })

  test('that is used or expired says so', async () => {
    server.use(refuses(authApi.confirmEmail, 404, 'link_over'))
    const page = renderApp('/confirm-email#old')
    await page.events.click(await page.findByRole('button', { name: 'Adresimi doğrula' }))
    expect(await page.findByText(/profilinizden yeni bir bağlantı isteyin/)).toBeVisible()
  })
})

describe("the user's address in the profile", () => {
  test('is confirmed by an email on request', async () => {
    hasMail()
    server.use(answers(authApi.askEmailConfirmation, { email: EMAIL }))
    const user = given.user({ role: 'operator', email: EMAIL, email_trusted: false })
    const page = renderApp('/profile', { user })
    await waitFor(() => expect(page.getByText('Doğrulanmadı')).toBeVisible())
    expect(page.getByText('Doğrulayana kadar alarmlar bu adrese gönderilmez.')).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Doğrulama e-postası gönder' }))
    expect(await page.findByText(`${EMAIL} adresine 24 saat geçerli bir bağlantı gönderdik.`)).toBeVisible()
  })

  test('has no button when it is confirmed', async () => {
    hasMail()
    const user = given.user({ role: 'customer', email_confirmed_at: '2026-07-01T00:00:00.000Z' })
    const page = renderApp('/profile', { user })
    expect(await page.findByText('Doğrulandı')).toBeVisible()
    expect(page.queryByRole('button', { name: 'Doğrulama e-postası gönder' })).toBeNull()
  })

  test('has no button where the server cannot send emails', async () => {
    const page = renderApp('/profile', { user: given.user({ role: 'customer', email: EMAIL }) })
    expect(await page.findByText(EMAIL)).toBeVisible()
    await waitFor(() => expect(page.queryByText('Doğrulanmadı')).toBeNull())
  })
})
