import { errorText } from '@dalyan/contracts/errors'
import { firmsApi } from '@dalyan/contracts/firms'
import { ROLE_NAMES, ROLE_PERMISSIONS } from '@dalyan/contracts/permissions'
import { usersApi } from '@dalyan/contracts/users'
import { waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const user = given.user()
const mehmet = given.user({ id: 2, name: 'Mehmet Kaya', email: 'mehmet@egemavisu.example', role: 'customer' })
const elif = given.user({ id: 3, name: 'Elif Şahin', email: 'elif@egemavisu.example', role: 'customer' })

beforeEach(() => {
  const roles = ROLE_NAMES.map((name) => ({
    name,
    permissions: ROLE_PERMISSIONS[name].map((each) => ({ name: each })),
  }))
  server.use(
    answers(usersApi.list, given.pageOf([user, mehmet, elif])),
    // Before the single user, whose path would match `roles` as an id.
    answers(usersApi.roles, { data: roles }),
    answers(usersApi.get, mehmet),
    answers(firmsApi.list, given.pageOf([given.firm()])),
  )
})

type OpenedUsersPage = ReturnType<typeof renderApp>

async function dialog(page: OpenedUsersPage, name: string | RegExp) {
  return within(await page.findByRole('dialog', { name }))
}

async function fill(
  page: OpenedUsersPage,
  form: Awaited<ReturnType<typeof dialog>>,
  password: string,
  again = password,
) {
  await page.events.type(form.getByLabelText(/^Ad soyad/), 'Şükrü Işık')
  await page.events.type(form.getByLabelText(/^E-posta/), 'sukru@example.com')
  await page.events.type(form.getByLabelText(/^Şifre(?! tekrarı)/), password)
  await page.events.type(form.getByLabelText(/^Şifre tekrarı/), again)
}

test('the call of the list follows the address', async () => {
  const asked = recorded(usersApi.list, given.pageOf([user]))
  const page = renderApp('/users?search=kaya&role=customer,nobody&created_at=2026-01-31&sort=-created_at', { user })
  await page.findByText('Siz')
  expect(Object.fromEntries(asked.at(-1)?.url.searchParams ?? [])).toMatchObject({
    search: 'kaya',
    filter_role: 'customer',
    filter_created_at: '2026-01-31',
    sort: '-created_at',
  })
})

describe('creating a user', () => {
  test('every rule is shown at its field', async () => {
    const page = renderApp('/users', { user })
    await page.events.click(await page.findByRole('button', { name: 'Yeni Kullanıcı' }))
    const form = await dialog(page, 'Kullanıcı oluştur')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    expect(form.getByLabelText(/^Ad soyad/)).toHaveAccessibleDescription('Ad soyad gerekli')
    expect(form.getByLabelText(/^E-posta/)).toHaveAccessibleDescription('E-posta gerekli')
    expect(form.getByRole('group', { name: /^Roller/ })).toHaveAccessibleDescription('En az bir rol seçin')

    await page.events.click(form.getByRole('checkbox', { name: 'operatör' }))
    await fill(page, form, 'kısa', 'başka')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    expect(form.getByLabelText(/^Şifre(?! tekrarı)/)).toHaveAccessibleDescription('En az 8 karakter girin')
    expect(form.getByLabelText(/^Şifre tekrarı/)).toHaveAccessibleDescription('Şifreler eşleşmiyor')
    expect(form.getByLabelText(/^Firma/)).toHaveAccessibleDescription(errorText('operator_needs_firm', 'tr'))
  })

  test('the call carries roles, firm and a temporary password; each role shows its permissions', async () => {
    const asked = recorded(usersApi.create, elif)
    const page = renderApp('/users?dialog=create', { user })
    const form = await dialog(page, 'Kullanıcı oluştur')
    await fill(page, form, 'deniz-feneri-7')
    const operator = form.getByRole('checkbox', { name: 'operatör' })
    await waitFor(() => expect(operator).toHaveAccessibleDescription(/tankları işletir/))
    // What a role adds to another one is read first.
    expect(operator).toHaveAccessibleDescription(/^“müşteri” rolünün bütün yetkileri; ayrıca /)
    expect(operator).not.toHaveAccessibleDescription(/tankları görür/)
    expect(form.getByRole('checkbox', { name: 'müşteri' })).toHaveAccessibleDescription(/^tankları görür, /)
    await page.events.click(operator)
    await page.events.click(form.getByLabelText(/^Firma/))
    await page.events.click(await page.findByRole('option', { name: /Ege Mavi Su/ }))
    await page.events.click(form.getByRole('switch', { name: 'Geçici şifre: ilk girişte değiştirilir' }))
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    expect(await page.findByText('Kullanıcı oluşturuldu')).toBeVisible()
    expect(asked[0]?.body).toEqual({
      name: 'Şükrü Işık',
      email: 'sukru@example.com',
      roles: ['operator'],
      firm_id: 1,
      password: 'deniz-feneri-7',
      password_confirmation: 'deniz-feneri-7',
      password_temporary: true,
    })
  })

  test('a refusal is shown at its field, and no typed value is lost', async () => {
    server.use(refuses(usersApi.create, 409, 'email_taken', { email: [errorText('email_taken', 'tr')] }))
    const page = renderApp('/users?dialog=create', { user })
    const form = await dialog(page, 'Kullanıcı oluştur')
    await fill(page, form, 'deniz-feneri-7')
    await page.events.click(form.getByRole('checkbox', { name: 'müşteri' }))
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    await waitFor(() =>
      expect(form.getByLabelText(/^E-posta/)).toHaveAccessibleDescription(errorText('email_taken', 'tr')),
    )
    expect(form.getByLabelText(/^Ad soyad/)).toHaveValue('Şükrü Işık')
  })
})

describe('editing a user', () => {
  test('a change without a password sends none; the call carries the ETag', async () => {
    const asked: { tag: string | null; body: unknown }[] = []
    server.use(
      http.get('*/api/admin/users/2', () => HttpResponse.json(mehmet, { headers: { etag: '"5"' } })),
      http.put('*/api/admin/users/2', async ({ request }) => {
        asked.push({ tag: request.headers.get('if-match'), body: await request.json() })
        return HttpResponse.json(mehmet)
      }),
    )
    const page = renderApp('/users?dialog=edit&id=2', { user })
    const form = await dialog(page, 'Kullanıcıyı düzenle: Mehmet Kaya')
    expect(form.getByLabelText('Şifre')).toHaveAccessibleDescription('Boş bırakırsanız şifre değişmez')
    await page.events.type(form.getByLabelText(/^Ad soyad/), ' 2')
    await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
    expect(await page.findByText('Kullanıcı güncellendi')).toBeVisible()
    expect(asked).toEqual([
      { tag: '"5"', body: { name: 'Mehmet Kaya 2', email: mehmet.email, roles: ['customer'], firm_id: null } },
    ])
  })

  test('the own new name and email are shown in the top bar and the account menu at once', async () => {
    const renamed = { ...user, name: 'Zeynep Kara', email: 'kara@egemavisu.example' }
    server.use(answers(usersApi.get, user), answers(usersApi.update, renamed))
    const page = renderApp('/users?dialog=edit&id=1', { user })
    const form = await dialog(page, /Zeynep Aydın/)
    await page.events.clear(form.getByLabelText(/^Ad soyad/))
    await page.events.type(form.getByLabelText(/^Ad soyad/), renamed.name)
    await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
    await page.events.click(await page.findByRole('button', { name: 'Hesap menüsü: Zeynep Kara' }))
    expect(within(await page.findByRole('dialog', { name: 'Hesap menüsü' })).getByText(renamed.email)).toBeVisible()
    expect(page.getByRole('banner', { hidden: true })).toHaveTextContent('Zeynep Kara')
  })

  test('the dialog that shows a user lists what the roles allow', async () => {
    const page = renderApp('/users?dialog=view&id=2', { user })
    const view = await dialog(page, 'Kullanıcı: Mehmet Kaya')
    expect(view.getByText(/tankları görür, ölçümleri görür/)).toBeVisible()
  })
})

describe('deleting a user', () => {
  test('deleting a user is asked and confirmed; the refusal for the last administrator is explained', async () => {
    server.use(refuses(usersApi.remove, 409, 'last_admin'))
    const page = renderApp('/users?dialog=delete&id=2', { user })
    const question = within(await page.findByRole('alertdialog', { name: 'Mehmet Kaya silinsin mi?' }))
    await page.events.click(question.getByRole('button', { name: 'Kullanıcıyı sil' }))
    expect(await question.findByRole('alert')).toHaveTextContent(errorText('last_admin', 'tr'))
    server.use(answers(usersApi.remove, undefined))
    await page.events.click(question.getByRole('button', { name: 'Kullanıcıyı sil' }))
    expect(await page.findByText('Kullanıcı silindi')).toBeVisible()
  })

  test('the own row cannot be selected and says why', async () => {
    const page = renderApp('/users', { user })
    const own = await page.findByRole('checkbox', { name: /Zeynep Aydın.*Kendi hesabınızı silemezsiniz/ })
    expect(own).toBeDisabled()
    await page.events.click(page.getByRole('button', { name: 'Zeynep Aydın için diğer işlemler' }))
    await page.findByRole('menuitem', { name: 'Görüntüle' })
    expect(page.queryByRole('menuitem', { name: 'Sil' })).toBeNull()
  })

  test('deleting several users needs the typed word; a user whom the server refuses to delete stays selected', async () => {
    const asked: string[] = []
    server.use(
      http.delete('*/api/admin/users/:id', ({ params }) => {
        asked.push(String(params['id']))
        return params['id'] === '3'
          ? HttpResponse.json({ message: errorText('last_admin', 'tr'), code: 'last_admin' }, { status: 409 })
          : new HttpResponse(null, { status: 204 })
      }),
    )
    const page = renderApp('/users', { user })
    await page.events.click(await page.findByRole('checkbox', { name: 'Bu sayfadakilerin tümünü seç' }))
    expect(page.getByText('2 kayıt seçildi')).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Sil (2)' }))
    const question = within(await page.findByRole('alertdialog', { name: '2 kullanıcı silinsin mi?' }))
    expect(question.getByText('Elif Şahin')).toBeVisible()
    const confirm = question.getByRole('button', { name: 'Sil (2)' })
    expect(confirm).toBeDisabled()
    await page.events.type(question.getByLabelText('Onaylamak için SİL yazın'), 'SIL')
    await page.events.click(confirm)
    const result = await page.findByRole('alert')
    expect(result).toHaveTextContent('2 kayıttan 1 tanesi tamamlandı')
    expect(result).toHaveTextContent(`Elif Şahin: ${errorText('last_admin', 'tr')}`)
    expect(asked).toEqual(['2', '3'])
  })

  test('another page of the list begins without a selection', async () => {
    server.use(answers(usersApi.list, { ...given.pageOf([user, mehmet]), total: 60, last_page: 3 }))
    const page = renderApp('/users', { user })
    await page.events.click(await page.findByRole('checkbox', { name: 'Mehmet Kaya kaydını seç' }))
    expect(page.getByText('1 kayıt seçildi')).toBeVisible()
    await page.events.click(page.getByRole('button', { name: /sonraki sayfa/i }))
    await waitFor(() => expect(page.queryByText('1 kayıt seçildi')).toBeNull())
    expect(page.getByRole('checkbox', { name: 'Mehmet Kaya kaydını seç' })).not.toBeChecked()
  })
})

test('a user without the permission to manage users is sent home', async () => {
  const page = renderApp('/users', { user: mehmet })
  await waitFor(() => expect(page.address()).toBe('/home'))
})
