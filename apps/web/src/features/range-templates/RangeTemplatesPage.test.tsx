import { errorText } from '@dalyan/contracts/errors'
import { rangeTemplatesApi, type RangeTemplateVersion } from '@dalyan/contracts/range-templates'
import { rehearsalApi, type RehearsalInput } from '@dalyan/contracts/rehearsal'
import { tanksApi } from '@dalyan/contracts/tanks'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { savedFiles } from '../../../tests/saved-files.ts'

const user = given.user()
const WITH_CRITICAL = given.template({
  ranges: { ph: { min: 7.5, max: 8.3, severity: 'critical', critical_min: null, critical_max: 8.9 } },
})

beforeEach(() => {
  server.use(
    answers(rangeTemplatesApi.list, given.pageOf([given.template()])),
    answers(rangeTemplatesApi.get, given.template()),
    answers(rangeTemplatesApi.versions, { data: [] }),
    answers(
      tanksApi.list,
      given.page([given.tank({ values: { ph: 8 } }), given.tank({ id: 15, values: { ph: 8.2 } })]),
    ),
  )
})

async function dialog(page: ReturnType<typeof renderApp>, name: string) {
  return within(await page.findByRole('dialog', { name }))
}
async function retype(page: ReturnType<typeof renderApp>, field: HTMLElement, text: string) {
  await page.events.clear(field)
  await page.events.type(field, text)
}

type Form = Awaited<ReturnType<typeof dialog>>

/** Names a new template, and fills its limits by their labels; pasted, because each typed key renders nine rows. */
async function fill(page: ReturnType<typeof renderApp>, form: Form, limits: Record<string, string>) {
  for (const [label, text] of [[/^Şablon adı/, 'Deneme'] as const, ...Object.entries(limits)]) {
    await page.events.click(form.getByLabelText(label))
    await page.events.paste(text)
  }
}

test('the list shows limits, and leads to the tanks that use them', async () => {
  const page = renderApp('/range-templates', { user })
  const row = (await page.findByText('Levrek larva')).closest('tr')
  if (!row) throw new Error('no row')
  expect(row).toHaveTextContent('16,0 – 22,0 °C')
  expect(within(row).getByRole('link', { name: '6' })).toHaveAttribute('href', '/tanks?range_template_id=1')
})

test('a user without the permission to manage templates is sent home', async () => {
  const page = renderApp('/range-templates', { user: given.user({ role: 'customer' }) })
  await waitFor(() => expect(page.address()).toBe('/home'))
})

describe('creating a range template', () => {
  test('a name and at least one limit are needed', async () => {
    const page = renderApp('/range-templates?dialog=create', { user })
    const form = await dialog(page, 'Aralık şablonu oluştur')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    const summary = await form.findByRole('alert')
    expect(summary).toHaveTextContent('2 alanı düzeltin')
    expect(summary).toHaveTextContent('Şablon adı gerekli')
    expect(summary).toHaveTextContent('En az bir sınır girin')
    // The hints are complete sentences, one after the other.
    expect(page.getByRole('dialog')).toHaveTextContent('denetlenmez. Değer bu kadar süre')
    expect(page.getByRole('dialog')).not.toHaveTextContent('·')
  })

  test('limits are checked for order, bounds and numbers', async () => {
    const page = renderApp('/range-templates?dialog=create', { user })
    const form = await dialog(page, 'Aralık şablonu oluştur')
    await fill(page, form, {
      'pH en az': '8,50',
      'pH en çok': '8.30',
      'Tuzluluk en çok': 'çok',
      'Ortam Nemi en çok': '101',
    })
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    expect(await form.findByRole('alert')).toHaveTextContent('3 alanı düzeltin')
    expect(form.getByLabelText('pH en az')).toHaveAccessibleDescription(
      'pH: en az değeri, en çok değerinden küçük olmalı',
    )
    expect(form.getByLabelText('Tuzluluk en çok')).toHaveAccessibleDescription('Tuzluluk: bir sayı girin')
    expect(form.getByLabelText('Ortam Nemi en çok')).toHaveAccessibleDescription('Nem 0 ile 100 arasında olmalı')
  })

  test('comma, point and minus are read; a blank metric has no limits', async () => {
    const asked = recorded(rangeTemplatesApi.create, given.template({ id: 2 }))
    const page = renderApp('/range-templates?dialog=create', { user })
    const form = await dialog(page, 'Aralık şablonu oluştur')
    await fill(page, form, { 'Tank Sıcaklığı en az': '16,5', 'Tank Sıcaklığı en çok': '22.25', 'ORP en az': '-50' })
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    expect(await page.findByText('Aralık şablonu oluşturuldu')).toBeVisible()
    expect(asked[0]?.body).toMatchObject({
      name: 'Deneme',
      active: true,
      delay_seconds: 60,
      ranges: {
        tank_temperature: { min: 16.5, max: 22.25, severity: 'warning' },
        orp: { min: -50, max: null, severity: 'warning' },
        ph: null,
      },
    })
  })

  test('a refusal of a limit is shown at its metric', async () => {
    server.use(
      refuses(rangeTemplatesApi.create, 422, 'invalid', { 'ranges.ph.max': ['Sınır 0 ile 14 arasında olmalı.'] }),
    )
    const page = renderApp('/range-templates?dialog=create', { user })
    const form = await dialog(page, 'Aralık şablonu oluştur')
    await page.events.type(form.getByLabelText(/^Şablon adı/), 'Deneme')
    await page.events.type(form.getByLabelText('pH en çok'), '8')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    await waitFor(() =>
      expect(form.getByLabelText('pH en çok')).toHaveAccessibleDescription('Sınır 0 ile 14 arasında olmalı.'),
    )
    expect(form.getByLabelText(/^Şablon adı/)).toHaveValue('Deneme')
  })
})

describe('editing a range template', () => {
  test('the form says how many tanks use the template, and how many would be out of range now', async () => {
    const page = renderApp('/range-templates?dialog=edit&id=1', { user })
    const form = await dialog(page, 'Şablonu düzenle: Levrek larva')
    expect(form.getByText(/Değişiklik 6 tankın alarm sınırlarını etkiler/)).toBeVisible()
    expect(form.getByLabelText('pH en çok')).toHaveValue('8,30')
    await retype(page, form.getByLabelText('pH en çok'), '8,1')
    expect(await form.findByText('Bu sınırlarla şu an 1 tank aralık dışı olur')).toBeVisible()
  })

  /** The form of a template that has a critical limit. */
  async function editsCritical() {
    server.use(answers(rangeTemplatesApi.get, WITH_CRITICAL))
    const page = renderApp('/range-templates?dialog=edit&id=1', { user })
    return { page, form: await dialog(page, 'Şablonu düzenle: Levrek larva') }
  }

  test('existing critical limits are shown when the form opens, and are sent with the others', async () => {
    const asked = recorded(rangeTemplatesApi.update, given.template())
    const { page, form } = await editsCritical()
    expect(form.getByRole('button', { name: 'Kritik sınırlar (1)' })).toHaveAttribute('aria-expanded', 'true')
    expect(form.getByLabelText('pH kritik en çok')).toHaveValue('8,90')
    await retype(page, form.getByLabelText('pH en az'), '7,4')
    await page.events.type(form.getByLabelText('pH kritik en az'), '7')
    await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
    expect(await page.findByText('Aralık şablonu güncellendi')).toBeVisible()
    expect(asked[0]?.body).toMatchObject({
      ranges: { ph: { min: 7.4, max: 8.3, severity: 'critical', critical_min: 7, critical_max: 8.9 } },
    })
  })

  test('hidden critical limits are sent unchanged, and a refusal of one opens them', async () => {
    const { page, form } = await editsCritical()
    await page.events.click(form.getByRole('button', { name: 'Kritik sınırlar (1)' }))
    expect(form.queryByLabelText('pH kritik en çok')).toBeNull()
    server.use(
      refuses(rangeTemplatesApi.update, 422, 'invalid', {
        'ranges.ph.critical_max': ['Kritik sınır, aralığın dışında olmalı.'],
      }),
    )
    await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
    await waitFor(() =>
      expect(form.getByLabelText('pH kritik en çok')).toHaveAccessibleDescription(
        'Kritik sınır, aralığın dışında olmalı.',
      ),
    )
    expect(form.getByLabelText('pH kritik en çok')).toHaveValue('8,90')
  })
})

describe('the limits are tried on the last 30 days', () => {
  const HISTORY = {
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-31T00:00:00.000Z',
    bucket_seconds: 21_600,
    times: [Date.parse('2026-01-10T00:00:00Z') / 1000],
    metrics: { ph: { min: [7.4], avg: [8], max: [8.6] } },
  }
  const alarm = {
    tank: { id: 14, code: 'TNK-014', name: 'Levrek 14' },
    kind: 'high' as const,
    raised_at: '2026-01-10T00:00:00.000Z',
    cleared_at: '2026-01-10T01:12:00.000Z',
    peak: 8.6,
  }

  /** Tries the saved limits with one alarm of a tank, all others with three; in two parts where `isLong`. */
  async function opened({ isLong = false } = {}) {
    server.use(
      answers(rehearsalApi.history, HISTORY),
      answers(rehearsalApi.rehearse, ({ body }) => {
        const { metric, max, after, delay_seconds } = body as RehearsalInput
        if (metric !== 'ph' || delay_seconds === 900) return given.rehearsal()
        if (max === 8.3)
          return given.rehearsal({
            alarms: 1,
            alarmed_tanks: 1,
            night_alarms: 1,
            out_of_range_seconds: 4320,
            newest: [alarm],
          })
        if (isLong && after === undefined)
          return given.rehearsal({ alarms: 2, alarmed_tanks: 1, evaluated_tanks: 4, next: 4, out_of_range_seconds: 60 })
        const rest = { evaluated_tanks: isLong ? 2 : 6, out_of_range_seconds: 9000 }
        return given.rehearsal({ alarms: isLong ? 1 : 3, alarmed_tanks: 1, newest: [alarm], ...rest })
      }),
    )
    const page = renderApp('/range-templates?dialog=edit&id=1', { user })
    return { page, form: await dialog(page, 'Şablonu düzenle: Levrek larva') }
  }

  test('with the saved limits, and with the typed ones beside them', async () => {
    const { page, form } = await opened()
    const row = within(form.getByRole('group', { name: 'pH' }))
    expect(await row.findByRole('button', { name: '1 alarm, 1 tank, 1 sa 12 dk' })).toBeVisible()
    expect(await form.findByText(/günde denendi: 1 alarm · gece 1$/)).toBeVisible()
    await retype(page, form.getByLabelText('pH en çok'), '8,1')
    await waitFor(() => expect(row.getByRole('button', { name: '→ 3 alarm, 1 tank, 2 sa 30 dk' })).toBeVisible())
    expect(row.getByText('şimdi: 1 alarm, 1 tank, 1 sa 12 dk')).toBeVisible()
    expect(await form.findByText(/günde denendi: 1 → 3 alarm · gece 1 → 0$/)).toBeVisible()
    const orp = within(form.getByRole('group', { name: 'ORP' }))
    expect(orp.getByText('denetlenmiyor')).toBeVisible()
  })

  test('with the typed delay too', async () => {
    const { page, form } = await opened()
    const row = within(form.getByRole('group', { name: 'pH' }))
    await retype(page, form.getByLabelText('Alarm gecikmesi (sn)'), '900')
    expect(await row.findByText('→ 0 alarm')).toBeVisible()
    expect(row.getByText('şimdi: 1 alarm, 1 tank, 1 sa 12 dk')).toBeVisible()
  })

  test('and a long rehearsal goes on until all tanks are evaluated', async () => {
    const { page, form } = await opened({ isLong: true })
    await retype(page, form.getByLabelText('pH en çok'), '8,1')
    // What was typed first may be tried, too, and its result replaced.
    await waitFor(() => expect(form.getByRole('button', { name: '→ 3 alarm, 2 tank, 2 sa 31 dk' })).toBeVisible())
  })

  test('and the alarms are listed with their tank, time and worst value', async () => {
    const { page, form } = await opened()
    await page.events.click(await form.findByRole('button', { name: '1 alarm, 1 tank, 1 sa 12 dk' }))
    const list = await page.findByRole('dialog', { name: 'Bu sınırlarla açılacak alarmlar' })
    expect(list).toHaveTextContent('TNK-014 10.01.2026 03:00 · 1 sa 12 dk · en yüksek 8,60')
  })

  test('and the arrow keys move a limit, which Escape moves back', async () => {
    const { page, form } = await opened()
    const handle = form.getByRole('slider', { name: 'pH en çok sınırı, kaydırarak' })
    expect(handle).toHaveAttribute('aria-valuetext', '8,30')
    handle.focus()
    fireEvent.keyDown(handle, { key: 'ArrowDown' })
    await waitFor(() => expect(form.getByLabelText('pH en çok')).toHaveValue('8,29'))
    fireEvent.keyDown(handle, { key: 'ArrowDown', shiftKey: true })
    await waitFor(() => expect(form.getByLabelText('pH en çok')).toHaveValue('8,19'))
    await page.events.keyboard('{Escape}')
    await waitFor(() => expect(form.getByLabelText('pH en çok')).toHaveValue('8,30'))
    expect(page.getByRole('dialog', { name: 'Şablonu düzenle: Levrek larva' })).toBeVisible()
  })
})

test('a preset fills the limits that its source states, shows their metrics, and marks those that are untouched', async () => {
  server.use(answers(rangeTemplatesApi.get, WITH_CRITICAL))
  const page = renderApp('/range-templates?dialog=edit&id=1', { user })
  const form = await dialog(page, 'Şablonu düzenle: Levrek larva')
  expect(form.queryByRole('group', { name: 'Oksijen Doygunluğu' })).toBeNull()
  await page.events.click(form.getByRole('button', { name: 'Kabuklu su ürünleri suları' }))
  expect(form.getByLabelText('pH en az')).toHaveValue('7,00')
  expect(form.getByLabelText('pH kritik en çok')).toHaveValue('')
  expect(form.getByLabelText('Tank Sıcaklığı en çok')).toHaveValue('')
  expect(form.getByLabelText('Oksijen Doygunluğu en az')).toHaveValue('70')
  expect(form.getByRole('link', { name: /SR \(NI\) 2015\/351/ })).toHaveAttribute('target', '_blank')
  const ph = within(form.getByRole('group', { name: 'pH' }))
  expect(ph.getByText('hazır değer')).toBeVisible()
  await retype(page, form.getByLabelText('pH en çok'), '8,5')
  expect(ph.queryByText('hazır değer')).toBeNull()
})

test('a critical limit lies beyond the limit that it sharpens', async () => {
  const page = renderApp('/range-templates?dialog=create', { user })
  const form = await dialog(page, 'Aralık şablonu oluştur')
  const expander = form.getByRole('button', { name: 'Kritik sınırlar' })
  expect(expander).toHaveAttribute('aria-expanded', 'false')
  await page.events.click(expander)
  await fill(page, form, {
    'pH en az': '7,5',
    'pH kritik en az': '7,5',
    'Tuzluluk kritik en çok': '40',
    'ORP en çok': '350',
    'ORP kritik en çok': 'çok',
  })
  await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
  expect(await form.findByRole('alert')).toHaveTextContent('3 alanı düzeltin')
  expect(form.getByLabelText('pH kritik en az')).toHaveAccessibleDescription(
    'pH: kritik en az, en az değerinden küçük olmalı',
  )
  expect(form.getByLabelText('Tuzluluk kritik en çok')).toHaveAccessibleDescription(
    'Tuzluluk: kritik en çok, en çok değerinden büyük olmalı',
  )
  expect(form.getByLabelText('ORP kritik en çok')).toHaveAccessibleDescription('ORP: bir sayı girin')
})

test('the dialog that shows a template has its limits, severities, critical limits and delay', async () => {
  server.use(answers(rangeTemplatesApi.get, WITH_CRITICAL))
  const page = renderApp('/range-templates?dialog=view&id=1', { user })
  const view = await page.findByRole('dialog', { name: 'Şablon: Levrek larva' })
  expect(view).toHaveTextContent('pH7,50 – 8,30 · Kritik · kritik > 8,90')
  expect(view).toHaveTextContent('Alarm gecikmesi (sn)60')
  expect(view).toHaveTextContent('Tuzluluk—')
})

describe('the versions of a template', () => {
  const { name, active, delay_seconds, ranges } = given.template()
  const version = (number: number, part: Partial<RangeTemplateVersion> = {}): RangeTemplateVersion => ({
    number,
    valid_from: `2026-07-0${number}T09:05:00.000Z`,
    edited_by: { id: 3, name: 'Elif Demir' },
    name,
    active,
    delay_seconds,
    ranges,
    ...part,
  })
  const first = version(1, {
    edited_by: null,
    delay_seconds: 120,
    ranges: { ph: { min: 7.5, max: 8.1, severity: 'critical', critical_min: null, critical_max: null } },
  })
  const three = [version(3), version(2, { active: false }), first]

  /** The dialog that shows a template with these versions. */
  async function view(data: RangeTemplateVersion[], who = user) {
    server.use(answers(rangeTemplatesApi.versions, { data }))
    const page = renderApp('/range-templates?dialog=view&id=1', { user: who })
    const found = await dialog(page, 'Şablon: Levrek larva')
    return { page, versions: within(await found.findByRole('region', { name: 'Sürümler' })) }
  }
  const item = (found: HTMLElement) => found.closest('li') ?? found

  test('say when, by whom and what was changed, the newest first', async () => {
    const { versions } = await view(three)
    expect(item(await versions.findByText('Sürüm 3'))).toHaveTextContent(
      /Sürüm 3 · Geçerli03\.07\.2026 12:05 · Elif DemirKullanıma alındı$/,
    )
    expect(item(versions.getByText('Sürüm 2'))).toHaveTextContent(
      /Kapatıldı.*Alarm gecikmesi 120 → 60 sn.*Tank Sıcaklığı sınırları eklendi: 16,0 – 22,0 °C.*pH en çok 8,10 → 8,30/,
    )
    expect(item(versions.getByText('Sürüm 1'))).toHaveTextContent(/01\.07\.2026 12:05.*İlk sürümpH 7,50 – 8,10$/)
    expect(versions.queryByRole('button', { name: 'Bu sürüme dön: Sürüm 3' })).toBeNull()
  })

  test('can be restored: the question says what changes, and an ordinary change of the read version is sent', async () => {
    server.use(
      http.get('*/api/range-templates/1', () => HttpResponse.json(given.template(), { headers: { etag: '"7"' } })),
    )
    const asked = recorded(rangeTemplatesApi.update, given.template())
    const { page, versions } = await view(three)
    await page.events.click(await versions.findByRole('button', { name: 'Bu sürüme dön: Sürüm 1' }))
    const question = within(await page.findByRole('alertdialog', { name: 'Sürüm 1 geri getirilsin mi?' }))
    expect(question.getByText(/Değişiklik 6 tankın alarm sınırlarını etkiler/)).toBeVisible()
    expect(question.getByText('pH en çok 8,30 → 8,10')).toBeVisible()
    expect(question.getByText(/Tank Sıcaklığı sınırları kaldırıldı/)).toBeVisible()
    const newest = version(4, { delay_seconds: 120, ranges: first.ranges })
    server.use(answers(rangeTemplatesApi.versions, { data: [newest, ...three] }))
    await page.events.click(question.getByRole('button', { name: 'Bu sürüme dön' }))
    expect(await page.findByText('Sürüm 1 geri getirildi')).toBeVisible()
    expect(asked[0]?.body).toEqual({ active: true, delay_seconds: 120, ranges: first.ranges })
    expect(asked[0]?.headers.get('if-match')).toBe('"7"')
    expect(await versions.findByText('Sürüm 4')).toBeVisible()
  })

  test('are not restored over the change of another user: the question says so and the versions are read again', async () => {
    server.use(refuses(rangeTemplatesApi.update, 412, 'stale_edit'))
    const { page, versions } = await view(three)
    await page.events.click(await versions.findByRole('button', { name: 'Bu sürüme dön: Sürüm 1' }))
    server.use(answers(rangeTemplatesApi.versions, { data: [version(4, { delay_seconds: 5 }), ...three] }))
    const question = within(await page.findByRole('alertdialog'))
    await page.events.click(question.getByRole('button', { name: 'Bu sürüme dön' }))
    expect(await question.findByText(errorText('stale_edit', 'tr'))).toBeVisible()
    expect(await versions.findByText('Alarm gecikmesi 60 → 5 sn')).toBeInTheDocument()
  })

  test('that hold the same as the template now have no button', async () => {
    const { versions } = await view([version(2, { name: 'Levrek' }), version(1)])
    expect(await versions.findByText('Şablon adı Levrek larva → Levrek')).toBeVisible()
    expect(versions.queryByRole('button')).toBeNull()
  })

  test('beyond the newest five are shown by a button', async () => {
    const { page, versions } = await view([7, 6, 5, 4, 3, 2, 1].map((n) => version(n, { delay_seconds: n })))
    expect(await versions.findByText('Sürüm 3')).toBeVisible()
    expect(versions.queryByText('Sürüm 2')).toBeNull()
    await page.events.click(versions.getByRole('button', { name: 'Tüm sürümleri göster (7)' }))
    expect(versions.getByText('Sürüm 1')).toBeVisible()
  })

  test('may be none, and a failure is named with a button to try again', async () => {
    const { page, versions } = await view([])
    expect(await versions.findByText('Henüz sürüm yok')).toBeVisible()
    page.unmount()
    server.use(refuses(rangeTemplatesApi.versions, 403, 'forbidden'))
    const again = renderApp('/range-templates?dialog=view&id=1', { user })
    expect(await again.findByText('Sürümler yüklenemedi')).toBeVisible()
    server.use(answers(rangeTemplatesApi.versions, { data: [version(1)] }))
    await again.events.click(again.getByRole('button', { name: 'Tekrar dene' }))
    expect(await again.findByText('Sürüm 1')).toBeVisible()
  })
})

test('a copy opens with its own name and all limits', async () => {
  server.use(answers(rangeTemplatesApi.get, WITH_CRITICAL))
  const page = renderApp('/range-templates', { user })
  await page.events.click(await page.findByRole('button', { name: 'Levrek larva için diğer işlemler' }))
  await page.events.click(await page.findByRole('menuitem', { name: 'Kopyasını oluştur' }))
  const form = await dialog(page, 'Aralık şablonu oluştur')
  expect(form.getByLabelText(/^Şablon adı/)).toHaveValue('Levrek larva (kopya)')
  expect(form.getByLabelText('pH en az')).toHaveValue('7,50')
  expect(form.getByLabelText('pH kritik en çok')).toHaveValue('8,90')
})

describe('files of range templates', () => {
  const file = (record: unknown, dalyan = 'range-templates') =>
    new File([JSON.stringify({ dalyan, version: 1, record })], 'sablon.json', { type: 'application/json' })

  test('a template is saved as a file', async () => {
    const saved = savedFiles()
    const page = renderApp('/range-templates?dialog=view&id=1', { user })
    await page.events.click(await page.findByRole('button', { name: 'Dosya olarak indir' }))
    expect(saved).toEqual(['range-templates-levrek-larva.json'])
  })

  test('a template is created from a file, after it was seen in the form', async () => {
    const asked = recorded(rangeTemplatesApi.create, given.template({ id: 2 }))
    const page = renderApp('/range-templates', { user })
    await page.events.click(await page.findByRole('button', { name: 'Dosyadan oluştur' }))
    const choose = (await page.findByRole('dialog', { name: 'Dosyadan oluştur' })).querySelector('input')
    if (!choose) throw new Error('no input')
    await page.events.upload(choose, file({ name: 'x' }, 'key-profiles'))
    expect(await page.findByRole('alert')).toHaveTextContent('“range-templates” gerekir')
    await page.events.upload(
      choose,
      file({ name: 'Dosyadan', delay_seconds: 90, ranges: { ph: { min: 7, max: 8.2, critical_max: 8.8 } } }),
    )
    const form = await dialog(page, 'Aralık şablonu oluştur')
    expect(form.getByLabelText('pH en çok')).toHaveValue('8,20')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    expect(await page.findByText('Aralık şablonu oluşturuldu')).toBeVisible()
    expect(asked[0]?.body).toMatchObject({
      name: 'Dosyadan',
      active: true,
      delay_seconds: 90,
      ranges: { ph: { min: 7, max: 8.2, severity: 'warning', critical_min: null, critical_max: 8.8 } },
    })
  })
})

describe('deleting a range template', () => {
  test('a template in use is not deleted, and the dialog leads to its tanks', async () => {
    const page = renderApp('/range-templates?dialog=delete&id=1', { user })
    expect(await page.findByText(/6 tank bu şablonu kullanıyor/)).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Tankları göster' }))
    await waitFor(() => expect(page.address()).toBe('/tanks?range_template_id=1'))
  })

  test('an unused template is deleted', async () => {
    server.use(
      answers(rangeTemplatesApi.get, given.template({ tanks_count: 0 })),
      answers(rangeTemplatesApi.remove, undefined),
    )
    const page = renderApp('/range-templates?dialog=delete&id=1', { user })
    expect(await page.findByText('Bir tankın kullandığı şablon silinmez.')).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Şablonu sil' }))
    expect(await page.findByText('Aralık şablonu silindi')).toBeVisible()
  })

  test('a template that came into use meanwhile is not deleted, and the refusal names its tanks', async () => {
    server.use(
      answers(rangeTemplatesApi.get, given.template({ tanks_count: 0 })),
      http.delete('*/api/range-templates/1', () =>
        HttpResponse.json(
          {
            message: errorText('template_in_use', 'tr', { names: 'TNK-014' }),
            code: 'template_in_use',
            dependents: [{ kind: 'tank', id: 14, name: 'TNK-014' }],
          },
          { status: 409 },
        ),
      ),
    )
    const page = renderApp('/range-templates?dialog=delete&id=1', { user })
    await page.events.click(await page.findByRole('button', { name: 'Şablonu sil' }))
    expect(await page.findByRole('alert')).toHaveTextContent(/Silme hatası.*Şablonu kullanan tanklar var/)
    expect(page.getByRole('link', { name: 'TNK-014' })).toHaveAttribute('href', '/tanks/14')
  })
})
