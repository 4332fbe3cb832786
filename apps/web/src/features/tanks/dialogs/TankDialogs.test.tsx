import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { act, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, type AskedCall, recorded, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const user = given.user()
const elsewhere = { id: 3, code: 'TNK-003', name: 'Çipura 1' }

beforeEach(() => {
  server.use(
    answers(tanksApi.list, given.page([given.tank()])),
    answers(tanksApi.get, given.tank()),
    answers(rangeTemplatesApi.list, given.pageOf([given.template()])),
    answers(
      terminalsApi.list,
      given.pageOf([
        given.terminal({ id: 301, code: 'T-0301' }),
        given.terminal({ id: 188, code: 'T-0188', tank: elsewhere }),
      ]),
    ),
  )
})

/** The open dialog, found by role and name as a user would. */
async function dialog(page: ReturnType<typeof renderApp>, name: string | RegExp) {
  return within(await page.findByRole('dialog', { name }))
}

describe('creating a tank', () => {
  test('errors are shown at their fields and in a summary that takes the focus and links to them', async () => {
    const page = renderApp('/tanks', { user })
    await page.events.click(await page.findByRole('button', { name: 'Yeni Tank' }))
    const form = await dialog(page, 'Tank oluştur')
    expect(page.address()).toBe('/tanks?dialog=create')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))

    const summary = await form.findByRole('alert')
    expect(summary).toHaveTextContent(/^Form doğrulama hatası2 alanı düzeltin/)
    await waitFor(() => expect(summary).toHaveFocus())
    expect(form.getByLabelText(/^Kod/)).toHaveAccessibleDescription('Kod gerekli')
    expect(form.getByLabelText(/^Tank adı/)).toHaveAccessibleDescription('Tank adı gerekli')
    await page.events.click(within(summary).getByRole('button', { name: 'Tank adı gerekli' }))
    expect(form.getByLabelText(/^Tank adı/)).toHaveFocus()
  })

  test('the message of a corrected field disappears only when the mouse button is released, so that the click hits its target', async () => {
    const page = renderApp('/tanks?dialog=create', { user })
    const form = await dialog(page, 'Tank oluştur')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    const summary = await form.findByRole('alert')
    await page.events.type(form.getByLabelText(/^Kod/), 'TNK-031')

    await page.events.pointer({ keys: '[MouseLeft>]', target: form.getByLabelText('Adres') })
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(summary).toHaveTextContent('2 alanı düzeltin')
    await page.events.pointer('[/MouseLeft]')
    await waitFor(() => expect(summary).toHaveTextContent('1 alanı düzeltin'))
  })

  test('active without a terminal is refused at once', async () => {
    const page = renderApp('/tanks?dialog=create', { user })
    const form = await dialog(page, 'Tank oluştur')
    await page.events.click(form.getByLabelText('Durum'))
    await page.events.click(await page.findByRole('option', { name: 'Aktif' }))
    expect(await form.findByText('Aktif durum için önce bir Terminal atanmalıdır')).toBeVisible()
  })

  test('codes are upper-cased by the rules of English; the call carries all fields, the dialog closes and a message confirms it', async () => {
    const asked = recorded(tanksApi.create, given.tank({ id: 31, code: 'TNK-I31' }))
    const page = renderApp('/tanks?dialog=create', { user })
    const form = await dialog(page, 'Tank oluştur')
    await page.events.type(form.getByLabelText(/^Kod/), 'tnk-i31')
    await page.events.type(form.getByLabelText(/^Tank adı/), 'Levrek larva 4')
    await page.events.click(form.getByLabelText('Atanmış terminaller'))
    await page.events.click(await page.findByRole('option', { name: 'T-0301' }))
    await page.events.click(form.getByLabelText('Durum'))
    await page.events.click(await page.findByRole('option', { name: 'Aktif' }))
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))

    expect(await page.findByText('Tank oluşturuldu')).toBeVisible()
    expect(page.address()).toBe('/tanks')
    expect(asked[0]?.body).toMatchObject({
      code: 'TNK-I31',
      name: 'Levrek larva 4',
      status: 'active',
      iot_ids: [301],
      notes: null,
    })
  })

  test('a terminal of another tank is moved only after a question', async () => {
    const page = renderApp('/tanks?dialog=create', { user })
    const form = await dialog(page, 'Tank oluştur')
    await page.events.click(form.getByLabelText('Atanmış terminaller'))
    await page.events.click(await page.findByRole('option', { name: /T-0188 · şu an: TNK-003/ }))
    const question = within(await page.findByRole('alertdialog', { name: 'T-0188 terminali taşınsın mı?' }))
    await page.events.click(question.getByRole('button', { name: 'Vazgeç' }))
    await waitFor(() => expect(form.queryByText('T-0188')).toBeNull())
  })

  test('a refusal is shown at its field, and no typed value is lost', async () => {
    server.use(refuses(tanksApi.create, 409, 'code_taken', { code: ['Bu kod kullanılıyor.'] }))
    const page = renderApp('/tanks?dialog=create', { user })
    const form = await dialog(page, 'Tank oluştur')
    await page.events.type(form.getByLabelText(/^Kod/), 'TNK-014')
    await page.events.type(form.getByLabelText(/^Tank adı/), 'Levrek')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    await waitFor(() => expect(form.getByLabelText(/^Kod/)).toHaveAccessibleDescription('Bu kod kullanılıyor.'))
    expect(form.getByLabelText(/^Tank adı/)).toHaveValue('Levrek')
  })

  test('a refusal without a field is shown above the form', async () => {
    server.use(refuses(tanksApi.create, 503, 'not_ready'))
    const page = renderApp('/tanks?dialog=create', { user })
    const form = await dialog(page, 'Tank oluştur')
    await page.events.type(form.getByLabelText(/^Kod/), 'TNK-031')
    await page.events.type(form.getByLabelText(/^Tank adı/), 'Levrek')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    expect(await form.findByRole('alert')).toHaveTextContent(/Kayıt hatası.*Veritabanına şu anda ulaşılamıyor/)
  })

  test('closing a form with unsaved input asks first', async () => {
    const page = renderApp('/tanks?dialog=create', { user })
    const form = await dialog(page, 'Tank oluştur')
    await page.events.type(form.getByLabelText(/^Tank adı/), 'Levrek')
    await page.events.click(form.getByRole('button', { name: 'Vazgeç' }))
    const question = within(await page.findByRole('alertdialog', { name: 'Değişiklikler kaydedilmedi' }))
    await page.events.click(question.getByRole('button', { name: 'Düzenlemeye dön' }))
    expect(form.getByLabelText(/^Tank adı/)).toHaveValue('Levrek')

    await page.events.click(form.getByRole('button', { name: 'Vazgeç' }))
    await page.events.click(await page.findByRole('button', { name: 'Kaydetmeden çık' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(page.address()).toBe('/tanks')
  })
})

describe('editing a tank', () => {
  function withVersion(version: number, name: string) {
    server.use(
      http.get('*/api/tanks/14', () => HttpResponse.json(given.tank({ name }), { headers: { etag: `"${version}"` } })),
    )
  }

  test('the call carries the ETag; a conflict can be refreshed or overwritten, and refreshing keeps the typed values', async () => {
    withVersion(3, 'Levrek larva 2')
    const asked: AskedCall[] = []
    const page = renderApp('/tanks?dialog=edit&id=14', { user })
    const form = await dialog(page, 'Tankı düzenle: TNK-014')
    server.use(
      http.put('*/api/tanks/14', async ({ request }) => {
        asked.push({ url: new URL(request.url), headers: request.headers, body: await request.json() })
        return HttpResponse.json({ message: 'Kayıt siz düzenlerken değişti.', code: 'stale_edit' }, { status: 412 })
      }),
    )
    withVersion(4, 'Başkasının adı')
    await page.events.type(form.getByLabelText('Notlar'), 'Benim notum')
    await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
    expect(await form.findByText(/Kayıt siz düzenlerken değişti/)).toBeVisible()
    expect(asked[0]?.headers.get('if-match')).toBe('"3"')

    await page.events.click(form.getByRole('button', { name: 'Yenile' }))
    await waitFor(() => expect(form.getByLabelText(/^Tank adı/)).toHaveValue('Başkasının adı'))
    expect(form.getByLabelText('Notlar')).toHaveValue('Benim notum')

    await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
    await page.events.click(await form.findByRole('button', { name: 'Üzerine yaz' }))
    await waitFor(() => expect(asked).toHaveLength(3))
    expect(asked[1]?.headers.get('if-match')).toBe('"4"')
    expect(asked[2]?.headers.get('if-match')).toBeNull()
  })

  test('the form warns before an active tank loses its last terminal', async () => {
    const page = renderApp('/tanks?dialog=edit&id=14', { user })
    const form = await dialog(page, 'Tankı düzenle: TNK-014')
    await page.events.click(form.getByRole('combobox', { name: 'Atanmış terminaller' }))
    await page.events.keyboard('{Backspace}{Backspace}')
    expect(form.getByRole('combobox', { name: 'Atanmış terminaller' })).toHaveAccessibleDescription(
      'Terminali kalmayan aktif tank veri alamaz; bunun için alarm açılır.',
    )
  })

  test('a deleted tank is shown without a form', async () => {
    server.use(answers(tanksApi.get, given.tank({ status: 'deleted' })))
    const page = renderApp('/tanks?dialog=edit&id=14', { user })
    const view = await dialog(page, 'Tank: TNK-014')
    expect(view.getByText('Bu kayıt silinmiş. Yalnızca görüntülenebilir.')).toBeVisible()
    expect(view.queryByRole('button', { name: 'Düzenle' })).toBeNull()
  })

  test('a tank that does not exist shows the server’s message', async () => {
    server.use(refuses(tanksApi.get, 404, 'not_found'))
    const page = renderApp('/tanks?dialog=edit&id=99', { user })
    expect(await page.findByText('Kayıt bulunamadı.')).toBeVisible()
  })
})

describe('deleting a tank', () => {
  test('the question says what is deleted and focuses the cancel button; after it the tank is gone', async () => {
    const asked = recorded(tanksApi.remove, undefined)
    const page = renderApp('/tanks', { user })
    await page.events.click(await page.findByRole('button', { name: 'TNK-014 için diğer işlemler' }))
    await page.events.click(await page.findByRole('menuitem', { name: 'Sil' }))
    const question = within(await page.findByRole('alertdialog', { name: 'TNK-014 tankı silinsin mi?' }))
    expect(question.getByText(/Bağlı 1 terminal boşa çıkar/)).toBeVisible()
    await waitFor(() => expect(question.getByRole('button', { name: 'Vazgeç' })).toHaveFocus())
    await page.events.click(question.getByRole('button', { name: 'Tankı sil' }))
    expect(await page.findByText('Tank silindi')).toBeVisible()
    expect(asked[0]?.url.pathname).toBe('/api/tanks/14')
  })

  test('a refusal to delete is shown in the dialog', async () => {
    server.use(refuses(tanksApi.remove, 403, 'forbidden'))
    const page = renderApp('/tanks?dialog=delete&id=14', { user })
    await page.events.click(await page.findByRole('button', { name: 'Tankı sil' }))
    const alert = await page.findByRole('alert')
    expect(alert).toHaveTextContent(/Silme hatası.*Bu işlem için yetkiniz yok/)
  })

  test('deleted tanks can be shown and restored', async () => {
    server.use(
      answers(tanksApi.list, given.page([given.tank({ status: 'deleted' })])),
      answers(tanksApi.get, given.tank({ status: 'deleted' })),
      answers(tanksApi.restore, given.tank({ status: 'inactive' })),
    )
    const page = renderApp('/tanks', { user })
    await page.events.click(await page.findByRole('switch', { name: 'Silinenleri göster' }))
    expect(page.address()).toBe('/tanks?include_deleted=1')
    await page.events.click(await page.findByRole('button', { name: 'TNK-014 için diğer işlemler' }))
    await page.events.click(await page.findByRole('menuitem', { name: 'Geri yükle' }))
    await page.events.click(await page.findByRole('button', { name: 'Tankı geri yükle' }))
    expect(await page.findByText('Tank geri yüklendi')).toBeVisible()
  })
})

test('a user without the permission to manage tanks sees no button and no dialog', async () => {
  const page = renderApp('/tanks?dialog=create', { user: given.user({ role: 'operator' }) })
  await page.findByRole('link', { name: 'TNK-014' })
  expect(page.queryByRole('button', { name: 'Yeni Tank' })).toBeNull()
  expect(page.queryByRole('dialog')).toBeNull()
})

describe('dialogs on the tank’s own page', () => {
  test('a tank can be edited on its own page', async () => {
    server.use(answers(tanksApi.update, given.tank({ name: 'Yeni ad' })))
    const page = renderApp('/tanks/14?tab=alarms', { user })
    await page.events.click(await page.findByRole('button', { name: 'Düzenle' }))
    const form = await dialog(page, 'Tankı düzenle: TNK-014')
    expect(page.address()).toBe('/tanks/14?tab=alarms&dialog=edit')
    await page.events.type(form.getByLabelText(/^Tank adı/), '!')
    await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
    expect(await page.findByText('Tank güncellendi')).toBeVisible()
    expect(page.address()).toBe('/tanks/14?tab=alarms')
  })

  test('a tank without a terminal offers the dialog that assigns one', async () => {
    server.use(answers(tanksApi.get, given.tank({ iots: [], last_measurement: null })))
    const page = renderApp('/tanks/14', { user })
    await page.events.click(await page.findByRole('button', { name: 'Terminal ata' }))
    expect((await dialog(page, 'TNK-014: terminaller')).getByLabelText('Atanmış terminaller')).toBeVisible()
  })

  test('an operator may only suspend the tank and edit its notes', async () => {
    const asked = recorded(tanksApi.update, given.tank({ status: 'suspended' }))
    const page = renderApp('/tanks/14?tab=alarms', { user: given.user({ role: 'operator' }) })
    await page.events.click(await page.findByRole('button', { name: 'Düzenle' }))
    const form = await dialog(page, 'Tankı düzenle: TNK-014')
    expect(form.queryByLabelText(/^Kod/)).toBeNull()
    await page.events.click(form.getByLabelText('Durum'))
    expect(page.queryByRole('option', { name: 'Pasif' })).toBeNull()
    await page.events.click(await page.findByRole('option', { name: 'Askıda' }))
    await page.events.type(form.getByLabelText('Notlar'), 'Elektrot temizliği')
    await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
    expect(await page.findByText('Tank güncellendi')).toBeVisible()
    expect(asked[0]?.body).toEqual({ status: 'suspended', suspended_until: null, notes: 'Elektrot temizliği' })
  })

  test('a user with read access finds no button that changes the tank', async () => {
    const page = renderApp('/tanks/14?tab=alarms&dialog=edit', { user: given.user({ role: 'customer' }) })
    await page.findByRole('heading', { level: 1, name: /TNK-014/ })
    expect(page.queryByRole('button', { name: 'Düzenle' })).toBeNull()
    expect(page.queryByRole('dialog')).toBeNull()
  })

  test('leaving the page with unsaved input asks first', async () => {
    const page = renderApp('/tanks/14?tab=alarms', { user })
    await page.events.click(await page.findByRole('button', { name: 'Düzenle' }))
    const form = await dialog(page, 'Tankı düzenle: TNK-014')
    await page.events.type(form.getByLabelText(/^Tank adı/), '!')
    act(() => void page.router.navigate({ to: '/home' }))
    await page.events.click(await page.findByRole('button', { name: 'Düzenlemeye dön' }))
    expect(form.getByLabelText(/^Tank adı/)).toHaveValue('Levrek larva 2!')
  })
})
