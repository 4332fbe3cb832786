import { firmsApi } from '@dalyan/contracts/firms'
import { errorText } from '@dalyan/contracts/errors'
import { waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const user = given.user()
const branch = given.firm({ id: 2, code: 'EGE-2', name: 'Ege Şube', tanks_count: 0 })

beforeEach(() => {
  server.use(answers(firmsApi.list, given.pageOf([given.firm(), branch])), answers(firmsApi.get, given.firm()))
})

async function dialog(page: ReturnType<typeof renderApp>, name: string | RegExp) {
  return within(await page.findByRole('dialog', { name }))
}

describe('the list of firms', () => {
  test('the call follows the address, and a firm links to its tanks', async () => {
    const asked = recorded(
      firmsApi.list,
      given.pageOf([given.firm({ parent: { id: 2, code: 'EGE-2', name: 'Ege Şube' } })]),
    )
    const page = renderApp('/firms?type=grower&province=izmir&sort=-name&x=1', { user })
    const link = await page.findByRole('link', { name: '6: Ege Mavi Su Ürünleri firmasının tanklarını göster' })
    expect(link).toHaveAttribute('href', '/tanks?firm_id=1')
    expect(Object.fromEntries(asked.at(-1)?.url.searchParams ?? [])).toMatchObject({
      filter_type: 'grower',
      filter_province: 'izmir',
      sort: '-name',
    })
    expect(page.address()).toBe('/firms?type=grower&province=izmir&sort=-name')
  })

  test('only administrators open the list of firms', async () => {
    const page = renderApp('/firms', { user: given.user({ role: 'operator' }) })
    await waitFor(() => expect(page.address()).toBe('/home'))
  })
})

describe('creating a firm', () => {
  test('a firm needs a code and a name; the call carries all its fields and a message confirms it', async () => {
    const asked = recorded(firmsApi.create, given.firm({ id: 3 }))
    const page = renderApp('/firms', { user })
    await page.events.click(await page.findByRole('button', { name: 'Yeni Firma' }))
    const form = await dialog(page, 'Firma oluştur')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    expect(form.getByLabelText(/^Kod/)).toHaveAccessibleDescription('Kod gerekli')
    expect(form.getByLabelText(/^Firma adı/)).toHaveAccessibleDescription('Firma adı gerekli')

    await page.events.type(form.getByLabelText(/^Kod/), 'izmir')
    await page.events.type(form.getByLabelText(/^Firma adı/), 'İzmir Balık')
    await page.events.click(form.getByLabelText('Tür'))
    await page.events.click(await page.findByRole('option', { name: 'Restoran' }))
    await page.events.click(form.getByLabelText('Bağlı olduğu firma'))
    await page.events.click(await page.findByRole('option', { name: /Ege Şube/ }))
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    expect(await page.findByText('Firma oluşturuldu')).toBeVisible()
    expect(page.address()).toBe('/firms')
    expect(asked[0]?.body).toMatchObject({
      code: 'IZMIR',
      name: 'İzmir Balık',
      type: 'restaurant',
      parent_id: 2,
      notes: null,
    })
  })

  test('a refusal of the server is shown at its field, also at the parent firm', async () => {
    const loop = errorText('firm_loop', 'tr')
    server.use(refuses(firmsApi.create, 422, 'invalid', { code: ['Bu kod kullanılıyor.'], parent_id: [loop] }))
    const page = renderApp('/firms?dialog=create', { user })
    const form = await dialog(page, 'Firma oluştur')
    await page.events.type(form.getByLabelText(/^Kod/), 'EGE')
    await page.events.type(form.getByLabelText(/^Firma adı/), 'Ege')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    await waitFor(() => expect(form.getByLabelText(/^Kod/)).toHaveAccessibleDescription('Bu kod kullanılıyor.'))
    expect(form.getByLabelText('Bağlı olduğu firma')).toHaveAccessibleDescription(loop)
    expect(form.getByLabelText(/^Firma adı/)).toHaveValue('Ege')
  })
})

describe('editing a firm', () => {
  test('a firm is not offered as its own parent, and a conflict can be refreshed or overwritten', async () => {
    const tags: (string | null)[] = []
    server.use(
      http.get('*/api/firms/1', () => HttpResponse.json(given.firm(), { headers: { etag: '"3"' } })),
      http.put('*/api/firms/1', ({ request }) => {
        tags.push(request.headers.get('if-match'))
        return HttpResponse.json({ message: errorText('stale_edit', 'tr'), code: 'stale_edit' }, { status: 412 })
      }),
    )
    const page = renderApp('/firms?dialog=edit&id=1', { user })
    const form = await dialog(page, 'Firmayı düzenle: EGE')
    await page.events.click(form.getByLabelText('Bağlı olduğu firma'))
    expect((await page.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Ege ŞubeEGE-2'])
    await page.events.keyboard('{Escape}')
    await page.events.type(form.getByLabelText('Telefon'), '0232')
    await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
    await page.events.click(await form.findByRole('button', { name: 'Üzerine yaz' }))
    await waitFor(() => expect(tags).toEqual(['"3"', null]))
    expect(form.getByLabelText('Telefon')).toHaveValue('0232')
  })

  test('the dialog that shows a firm opens the one that edits it', async () => {
    const page = renderApp('/firms?dialog=view&id=1', { user })
    const view = await dialog(page, 'Firma: EGE')
    expect(view.getByText('Yetiştirici')).toBeVisible()
    await page.events.click(view.getByRole('button', { name: 'Düzenle' }))
    expect(await dialog(page, 'Firmayı düzenle: EGE')).toBeDefined()
  })
})

describe('deleting a firm', () => {
  test('the dialog shows the refusal and links to each record that depends on the firm', async () => {
    const message = errorText('firm_in_use', 'tr', { names: 'TNK-014, EGE-2, Ayşe Kaya' })
    const dependents = [
      { kind: 'tank', id: 14, name: 'TNK-014' },
      { kind: 'firm', id: 2, name: 'EGE-2' },
      { kind: 'user', id: 5, name: 'Ayşe Kaya' },
    ]
    server.use(
      http.delete('*/api/firms/1', () =>
        HttpResponse.json({ message, code: 'firm_in_use', dependents }, { status: 409 }),
      ),
    )
    const page = renderApp('/firms?dialog=delete&id=1', { user })
    const question = within(await page.findByRole('alertdialog', { name: 'Ege Mavi Su Ürünleri silinsin mi?' }))
    await page.events.click(question.getByRole('button', { name: 'Firmayı sil' }))
    expect(await question.findByRole('alert')).toHaveTextContent('Firmaya bağlı kayıtlar var: TNK-014, EGE-2')
    const hrefOf = (name: string) => question.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf('6: Ege Mavi Su Ürünleri firmasının tanklarını göster')).toBe('/tanks?firm_id=1')
    expect(hrefOf('TNK-014')).toBe('/tanks/14')
    expect(hrefOf('Ayşe Kaya')).toBe('/users?search=Ay%C5%9Fe%20Kaya&dialog=view&id=5')

    server.use(answers(firmsApi.get, branch))
    await page.events.click(question.getByRole('link', { name: 'EGE-2' }))
    expect(await dialog(page, 'Firma: EGE-2')).toBeDefined()
    expect(page.address()).toBe('/firms?search=EGE-2&dialog=view&id=2')
  })

  test('deleting and restoring are confirmed by a message', async () => {
    server.use(
      answers(firmsApi.remove, undefined),
      answers(firmsApi.restore, given.firm({ status: 'inactive' })),
      answers(firmsApi.get, given.firm({ tanks_count: 0 })),
    )
    const page = renderApp('/firms?dialog=delete&id=1', { user })
    await page.events.click(await page.findByRole('button', { name: 'Firmayı sil' }))
    expect(await page.findByText('Firma silindi')).toBeVisible()

    server.use(answers(firmsApi.list, given.pageOf([given.firm({ status: 'deleted' })])))
    await page.events.click(await page.findByRole('switch', { name: 'Silinenleri göster' }))
    await page.events.click(await page.findByRole('button', { name: 'EGE için diğer işlemler' }))
    await page.events.click(await page.findByRole('menuitem', { name: 'Geri yükle' }))
    await page.events.click(await page.findByRole('button', { name: 'Firmayı geri yükle' }))
    expect(await page.findByText('Firma geri yüklendi')).toBeVisible()
  })
})
