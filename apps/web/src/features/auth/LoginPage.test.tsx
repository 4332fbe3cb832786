import { authApi } from '@dalyan/contracts/auth'
import { settingsApi } from '@dalyan/contracts/settings'
import { tanksApi } from '@dalyan/contracts/tanks'
import { waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

beforeEach(() => server.use(answers(tanksApi.list, given.page([]))))

async function signIn({ events, findByLabelText, getByRole }: ReturnType<typeof renderApp>) {
  await events.type(await findByLabelText(/E-posta/), 'zeynep@egemavisu.example')
  await events.type(await findByLabelText(/^Şifre\s*\*/), 'secret12')
  await events.click(getByRole('button', { name: 'Giriş Yap' }))
}

describe('signing in', () => {
  test('leads home and stores the token for this tab', async () => {
    const asked = recorded(authApi.login, { token: '7|abc', user: given.user() })
    const page = renderApp('/')
    await signIn(page)
    expect(await page.findByRole('heading', { level: 1, name: /Zeynep Aydın/ })).toBeVisible()
    expect(page.address()).toBe('/home')
    expect(sessionStorage.getItem('token')).toBe('7|abc')
    expect(localStorage.getItem('session')).toBe('1')
    expect(asked[0]?.body).toEqual({ email: 'zeynep@egemavisu.example', password: 'secret12' })
    expect(asked[0]?.headers.get('accept-language')).toBe('tr')
    expect(document.title).toBe('Dashboard · Ege Tank')
  })

  test('forces Turkish and saves it on the server, whose failure does not matter', async () => {
    const sent: unknown[] = []
    server.use(
      answers(authApi.login, { token: '7|abc', user: given.user() }),
      http.post('*/api/update-locale', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.error()
      }),
    )
    const page = renderApp('/')
    await signIn(page)
    expect(await page.findByRole('heading', { level: 1, name: /Zeynep Aydın/ })).toBeVisible()
    await waitFor(() => expect(sent).toEqual([{ locale: 'tr' }]))
    expect(document.documentElement.lang).toBe('tr')
  })

  test('says on the next page that the language could not be changed', async () => {
    server.use(
      answers(authApi.login, { token: '7|abc', user: given.user() }),
      refuses(authApi.updateLocale, 500, 'internal'),
    )
    const page = renderApp('/')
    await signIn(page)
    expect(await page.findByText('Dil değiştirilemedi')).toBeVisible()
    expect(page.address()).toBe('/home')
  })

  test('needs an e-mail and a password before it sends a request', async () => {
    const page = renderApp('/')
    await page.events.click(await page.findByRole('button', { name: 'Giriş Yap' }))
    expect(page.getByText('E-posta gerekli')).toBeVisible()
    expect(page.getByText('Şifre gerekli')).toBeVisible()
    expect(page.getByLabelText(/E-posta/)).toBeInvalid()
    expect(page.getByLabelText(/E-posta/)).toHaveFocus()
    await page.events.type(page.getByLabelText(/E-posta/), 'zeynep@egemavisu.example{Enter}')
    expect(page.getByLabelText(/^Şifre\s*\*/)).toHaveFocus()
  })

  test.each([
    [401, 'wrong_credentials', 'E-posta veya şifre hatalı. Lütfen kontrol ediniz.'],
    [422, 'invalid', 'Girilen bilgiler geçersiz.'],
    [429, 'too_many_attempts', 'Çok fazla deneme yapıldı. Lütfen daha sonra tekrar deneyiniz.'],
    [500, 'internal', 'Giriş yapılamadı. Lütfen tekrar deneyiniz.'],
  ] as const)('shows the reason of status %d and does not clear the input', async (status, code, text) => {
    server.use(refuses(authApi.login, status, code))
    const page = renderApp('/')
    await signIn(page)
    expect(await page.findByRole('alert')).toHaveTextContent(text)
    // The focus does not stay on a button that seems to have done nothing.
    await waitFor(() => expect(page.getByRole('alert')).toHaveFocus())
    expect(page.getByLabelText(/^Şifre\s*\*/)).toHaveValue('secret12')
    expect(page.address()).toBe('/')
  })

  test('shows the password only on request', async () => {
    const page = renderApp('/')
    const field = await page.findByLabelText(/^Şifre\s*\*/)
    expect(field).toHaveAttribute('type', 'password')
    await page.events.click(page.getByRole('button', { name: 'Şifreyi göster' }))
    expect(field).toHaveAttribute('type', 'text')
  })

  test('is always in the light theme', async () => {
    localStorage.setItem('theme', 'navy')
    const page = renderApp('/')
    await page.findByRole('button', { name: 'Giriş Yap' })
    expect(document.documentElement).toHaveAttribute('data-theme', 'light')
  })
})

/** Registration is open, and succeeds. */
const openRegistration = () => [
  answers(settingsApi.selfSignup, { enabled: true }),
  answers(authApi.register, {
    token: '9|new',
    user: given.user({ role: 'customer' }),
    message: 'Kayıt başarılı, giriş yapıldı',
  }),
]

describe('registering', () => {
  test('is not offered while it is closed, nor when the server does not answer', async () => {
    server.use(refuses(settingsApi.selfSignup, 503, 'not_ready'))
    const page = renderApp('/?mode=register')
    await page.findByRole('button', { name: 'Giriş Yap' })
    expect(page.queryByRole('tab', { name: 'Kayıt Ol' })).toBeNull()
  })

  test('needs all four fields and equal passwords, then leads to the login with the e-mail', async () => {
    let loggedOut = 0
    server.use(
      ...openRegistration(),
      answers(authApi.logout, () => {
        loggedOut += 1
        return undefined
      }),
    )
    const page = renderApp('/')
    await page.events.click(await page.findByRole('tab', { name: 'Kayıt Ol' }))
    const submit = await page.findByRole('button', { name: 'Kayıt Ol' })
    expect(submit).toBeDisabled()
    await page.events.type(page.getByLabelText(/Ad soyad/), 'Ali Can')
    await page.events.type(page.getByLabelText(/E-posta/), 'ali@example.com')
    await page.events.type(page.getByLabelText(/^Şifre\s*\*/), 'uzun-bir-sifre')
    await page.events.type(page.getByLabelText(/Şifre tekrarı/), 'uzun-bir')
    expect(page.getByText('Şifreler eşleşmiyor')).toBeVisible()
    expect(submit).toBeDisabled()
    await page.events.type(page.getByLabelText(/Şifre tekrarı/), '-sifre')
    expect(submit).toBeEnabled()

    await page.events.click(submit)
    expect(await page.findByText('Kayıt başarılı! Giriş yapabilirsiniz.')).toBeVisible()
    await waitFor(() => expect(page.getByRole('button', { name: 'Giriş Yap' })).toBeVisible())
    expect(page.getByLabelText(/E-posta/)).toHaveValue('ali@example.com')
    expect(loggedOut).toBe(1)
    expect(sessionStorage.getItem('token')).toBeNull()
  })

  test('does not change the session of another tab', async () => {
    const said: unknown[] = []
    const other = new BroadcastChannel('dalyan-session')
    other.addEventListener('message', ({ data }) => said.push(data))
    let givenBack: string | null = null
    server.use(
      ...openRegistration(),
      answers(authApi.logout, ({ headers }) => {
        givenBack = headers.get('authorization')
        return undefined
      }),
    )
    const page = renderApp('/?mode=register')
    await page.events.type(await page.findByLabelText(/Ad soyad/), 'Ali Can')
    await page.events.type(page.getByLabelText(/E-posta/), 'ali@example.com')
    await page.events.type(page.getByLabelText(/^Şifre\s*\*/), 'uzun-bir-sifre')
    await page.events.type(page.getByLabelText(/Şifre tekrarı/), 'uzun-bir-sifre')
    localStorage.setItem('session', '1')
    await page.events.click(page.getByRole('button', { name: 'Kayıt Ol' }))
    await page.findByText('Kayıt başarılı! Giriş yapabilirsiniz.')
    expect(givenBack).toBe('Bearer 9|new')
    expect(said).toEqual([])
    expect(localStorage.getItem('session')).toBe('1')
    other.close()
  })

  test.each([
    ['the server failed', () => refuses(authApi.register, 503, 'not_ready'), 'Kayıt başarısız'],
    [
      'the refusal has no message',
      () => http.post('*/api/register', () => HttpResponse.json({}, { status: 409 })),
      'Kayıt başarısız',
    ],
    [
      'the server has closed it meanwhile',
      () => refuses(authApi.register, 403, 'signup_disabled'),
      'Kayıt şu anda kapalı',
    ],
  ])('shows the reason when %s', async (_case, refusal, text) => {
    server.use(answers(settingsApi.selfSignup, { enabled: true }), refusal())
    const page = renderApp('/?mode=register')
    await page.events.type(await page.findByLabelText(/Ad soyad/), 'Ali Can')
    await page.events.type(page.getByLabelText(/E-posta/), 'ali@example.com')
    await page.events.type(page.getByLabelText(/^Şifre\s*\*/), 'uzun-bir-sifre')
    await page.events.type(page.getByLabelText(/Şifre tekrarı/), 'uzun-bir-sifre')
    await page.events.click(page.getByRole('button', { name: 'Kayıt Ol' }))
    expect(await page.findByRole('alert')).toHaveTextContent(text)
  })
})
