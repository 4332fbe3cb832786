import { type DisplayLink, displayLinksApi } from '@dalyan/contracts/display-links'
import { type Integration, integrationsApi } from '@dalyan/contracts/integrations'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { alarmLinksApi } from '@dalyan/contracts/notifications'
import { asPage } from '@dalyan/contracts/paging'
import { measurementStorageApi, type StoredLevel } from '@dalyan/contracts/measurement-storage'
import { settingsApi } from '@dalyan/contracts/settings'
import { waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const user = given.user()
const system = given.settings({ system_name: 'Ege%20Tank%20%C4%B0zleme', system_title: 'Ege%20Tank' })

const pageOfIntegrations = (data: Integration[]) => asPage(data, data.length, { page: 1, per_page: 200 })
const pageOfLinks = (links: DisplayLink[]) => asPage(links, links.length, { page: 1, per_page: 200 })

function storedLevels(isExpiring: boolean): StoredLevel[] {
  const expiring = { before: '2026-02-01T00:00:00.000Z', readings: 12_345, bytes: 2_400_000 }
  const level = (name: StoredLevel['level']) => ({
    level: name,
    oldest: '2024-01-01T00:10:00.000Z',
    bytes: 5_000_000,
    expiring: null,
  })
  return [{ ...level('raw'), expiring: isExpiring ? expiring : null }, level('15m'), level('6h')]
}

beforeEach(() => {
  server.use(
    answers(settingsApi.adminSystem, system),
    answers(settingsApi.adminSelfSignup, { enabled: false }),
    answers(settingsApi.terminalCommLogging, { enabled: true }),
    answers(displayLinksApi.list, pageOfLinks([])),
    answers(integrationsApi.list, pageOfIntegrations([])),
    answers(measurementStorageApi.summary, ({ url }) => ({ levels: storedLevels(url.searchParams.has('raw_days')) })),
  )
})

/** One setting by its label, with its button and its result. */
async function setting(page: ReturnType<typeof renderApp>, label: string) {
  return within(await page.findByRole('form', { name: label }))
}

test('the links in sent messages are ended after a confirmation', async () => {
  let isEnded = false
  server.use(answers(alarmLinksApi.endAll, () => void (isEnded = true)))
  const page = renderApp('/settings', { user })
  await page.events.click(await page.findByRole('button', { name: 'Bağlantıları geçersiz kıl' }))
  const question = within(await page.findByRole('alertdialog'))
  expect(isEnded).toBe(false)
  await page.events.click(question.getByRole('button', { name: 'Geçersiz kıl' }))
  expect(await page.findByText('Gönderilmiş alarm bağlantıları geçersiz kılındı')).toBeVisible()
  expect(isEnded).toBe(true)
})

describe('the integrations', () => {
  const network: Integration = {
    id: 7,
    kind: 'things_stack',
    name: 'Urla iskele ağı',
    firm: { id: 3, code: 'EGE', name: 'Ege Su Ürünleri' },
    created_at: '2026-07-10T06:00:00.000Z',
    last_success_at: '2026-07-11T06:00:00.000Z',
    last_failure: { at: '2026-07-11T05:00:00.000Z', fault: 'other_firm', device_eui: 'A84041000181C061' },
  }

  test('a new integration shows its secret once, with the address, the header and the steps of its network server', async () => {
    const asked = recorded(integrationsApi.create, { id: 7, secret: 'the-secret' })
    server.use(
      answers(terminalsApi.deviceAddress, { mqtt_port: 1883, url: 'https://dalyan.example', local_only: false }),
    )
    const page = renderApp('/settings', { user })
    expect(await page.findByText('Henüz bir entegrasyon yok.')).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Entegrasyon ekle' }))
    const dialog = within(await page.findByRole('dialog', { name: 'Entegrasyon ekle' }))
    await page.events.click(dialog.getByRole('button', { name: 'Entegrasyon ekle' }))
    expect(dialog.getByRole('textbox', { name: /^Ad/ })).toBeInvalid()
    await page.events.click(dialog.getByRole('combobox', { name: /Tür/ }))
    await page.events.click(await page.findByRole('option', { name: 'The Things Stack 3' }))
    await page.events.type(dialog.getByRole('textbox', { name: /^Ad/ }), 'Urla iskele ağı')
    await page.events.click(dialog.getByRole('button', { name: 'Entegrasyon ekle' }))
    const made = within(await page.findByRole('dialog', { name: 'Entegrasyon hazır: Urla iskele ağı' }))
    const shown = async (name: string) => (await made.findByRole('textbox', { name })).textContent
    expect(await shown('Adres')).toBe('https://dalyan.example/api/iot/lorawan')
    expect([await shown('Başlık adı'), await shown('Başlık değeri')]).toEqual(['Authorization', 'Bearer the-secret'])
    expect(made.getAllByRole('listitem')[0]).toHaveTextContent('Webhooks')
    expect(asked.map(({ body }) => body)).toEqual([{ kind: 'things_stack', name: 'Urla iskele ağı', firm_id: null }])
    await page.events.click(made.getByRole('button', { name: 'Anahtarı aldım' }))
    expect(page.queryByText(/the-secret/)).toBeNull()
  })

  test('a new Home Assistant is given the address of the MQTT port, and a user name of its own', async () => {
    const asked = recorded(integrationsApi.create, { id: 12, secret: 'the-secret' })
    server.use(
      answers(terminalsApi.deviceAddress, { mqtt_port: 2883, url: 'https://dalyan.example', local_only: false }),
    )
    const page = renderApp('/settings', { user })
    await page.events.click(await page.findByRole('button', { name: 'Entegrasyon ekle' }))
    const dialog = within(await page.findByRole('dialog', { name: 'Entegrasyon ekle' }))
    await page.events.click(dialog.getByRole('combobox', { name: /Tür/ }))
    await page.events.click(await page.findByRole('option', { name: 'Home Assistant (MQTT)' }))
    await page.events.type(dialog.getByRole('textbox', { name: /^Ad/ }), 'Ev')
    await page.events.click(dialog.getByRole('button', { name: 'Entegrasyon ekle' }))
    const made = within(await page.findByRole('dialog', { name: 'Entegrasyon hazır: Ev' }))
    await made.findByRole('textbox', { name: 'Parola' })
    const shown = made.getAllByRole('textbox').map(({ textContent }) => textContent)
    expect(shown).toEqual(['dalyan.example', '2883', 'ha-12', 'the-secret'])
    expect(made.getAllByRole('listitem')[0]).toHaveTextContent('MQTT')
    expect(asked.map(({ body }) => body)).toEqual([{ kind: 'home_assistant', name: 'Ev', firm_id: null }])
  })

  test('an integration shows its last call and its last failure, and is removed after a confirmation', async () => {
    let listed = [network]
    server.use(
      answers(integrationsApi.list, () => pageOfIntegrations(listed)),
      answers(integrationsApi.remove, () => void (listed = [])),
    )
    const page = renderApp('/settings', { user })
    const line = within(await page.findByRole('list', { name: 'Entegrasyonlar' }))
    expect(await line.findByText('The Things Stack 3 · Ege Su Ürünleri')).toBeVisible()
    expect(line.getByText(/Son bağlantı: 11.07.2026 09:00/)).toBeVisible()
    expect(line.getByText(/başka bir firmanın tankında.*A84041000181C061/)).toBeVisible()
    await page.events.click(line.getByRole('button', { name: 'Kaldır: Urla iskele ağı' }))
    const question = within(await page.findByRole('alertdialog'))
    await page.events.click(question.getByRole('button', { name: 'Kaldır' }))
    expect(await page.findByText('Henüz bir entegrasyon yok.')).toBeVisible()
  })
})

describe('the wall displays', () => {
  const link: DisplayLink = {
    id: 4,
    name: 'B salonu girişi',
    firm: { id: 3, code: 'EGE', name: 'Ege Su Ürünleri' },
    tank: null,
    expires_at: null,
    created_at: '2026-07-10T06:00:00.000Z',
    last_used_at: null,
  }

  test('a new link is shown once, with its address to copy and to scan', async () => {
    const asked = recorded(displayLinksApi.create, { id: 4, url: 'https://dalyan.example/wall?v=display#secret' })
    const page = renderApp('/settings', { user })
    expect(await page.findByText('Henüz bağlantı yok.')).toBeVisible()
    await page.events.click(page.getByRole('button', { name: 'Duvar ekranı bağlantısı oluştur' }))
    const dialog = within(await page.findByRole('dialog', { name: 'Duvar ekranı bağlantısı' }))
    await page.events.click(dialog.getByRole('button', { name: 'Bağlantı oluştur' }))
    expect(dialog.getByRole('textbox', { name: /Ekranın adı/ })).toBeInvalid()
    await page.events.type(dialog.getByRole('textbox', { name: /Ekranın adı/ }), 'B salonu girişi')
    await page.events.click(dialog.getByRole('button', { name: 'Bağlantı oluştur' }))
    const made = within(await page.findByRole('dialog', { name: 'Bağlantı hazır: B salonu girişi' }))
    expect(made.getByRole('textbox', { name: 'Bağlantının adresi' })).toHaveTextContent(
      'https://dalyan.example/wall?v=display#secret',
    )
    expect(made.getByRole('img', { name: /kare kod/ })).toBeVisible()
    expect(asked.map(({ body }) => body)).toEqual([{ name: 'B salonu girişi', firm_id: null }])
    await page.events.click(made.getByRole('button', { name: 'Adresi aldım' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  })

  test('a link says whose tanks it shows and when it was used, and is revoked after a question', async () => {
    let links = [link]
    server.use(
      answers(displayLinksApi.list, () => pageOfLinks(links)),
      answers(displayLinksApi.remove, () => void (links = [])),
    )
    const page = renderApp('/settings', { user })
    const list = within(await page.findByRole('list', { name: 'Herkese açık bağlantılar' }))
    expect(await list.findByText('Ege Su Ürünleri')).toBeVisible()
    expect(list.getByText(/Henüz kullanılmadı/)).toBeVisible()
    await page.events.click(list.getByRole('button', { name: 'İptal et: B salonu girişi' }))
    const question = within(await page.findByRole('alertdialog'))
    await page.events.click(question.getByRole('button', { name: 'İptal et' }))
    expect(await page.findByText('Bağlantı iptal edildi')).toBeVisible()
    expect(await page.findByText('Henüz bağlantı yok.')).toBeVisible()
  })

  test('the link of a tank names its tank and says when it ends, or that it has ended', async () => {
    const tank = { id: 7, code: 'LARVA-01', name: 'Levrek' }
    const ofTank = { ...link, firm: null, tank, expires_at: '2126-07-10T06:00:00.000Z' }
    const ended = { ...ofTank, id: 5, name: 'Eski bağlantı', expires_at: '2026-07-10T06:00:00.000Z' }
    server.use(answers(displayLinksApi.list, pageOfLinks([ofTank, ended])))
    const page = renderApp('/settings', { user })
    const list = within(await page.findByRole('list', { name: 'Herkese açık bağlantılar' }))
    const [open, over] = (await list.findAllByRole('listitem')).map((item) => within(item))
    expect(open?.getByRole('link', { name: 'LARVA-01 · Levrek' })).toHaveAttribute('href', '/tanks/7')
    expect(open?.getByText(/Bitiş: 10.07.2126 09:00/)).toBeVisible()
    expect(open?.queryByText('Süresi doldu')).toBeNull()
    expect(over?.getByText('Süresi doldu')).toBeVisible()
  })
})

describe('the typed settings', () => {
  test('are shown decoded; the title is saved by itself and changes the tab at once', async () => {
    const asked = recorded(settingsApi.setSystemTitle, { value: 'Çipura%20%26%20Levrek' })
    const page = renderApp('/settings', { user })
    const title = await setting(page, 'Sistem başlığı')
    expect((await setting(page, 'Sistem adı')).getByRole('textbox')).toHaveValue('Ege Tank İzleme')
    await waitFor(() => expect(document.title).toBe('Ayarlar · Dashboard · Ege Tank'))
    await page.events.clear(title.getByRole('textbox'))
    await page.events.type(title.getByRole('textbox'), 'Çipura & Levrek')
    await page.events.click(title.getByRole('button', { name: 'Kaydet' }))

    expect(await title.findByText('Sistem başlığı güncellendi')).toBeVisible()
    expect(asked[0]?.body).toEqual({ title: 'Çipura & Levrek' })
    expect(title.getByRole('textbox')).toHaveValue('Çipura & Levrek')
    await waitFor(() => expect(document.title).toBe('Ayarlar · Dashboard · Çipura & Levrek'))
  })

  test('send no empty name', async () => {
    const page = renderApp('/settings', { user })
    const name = await setting(page, 'Sistem adı')
    await page.events.clear(name.getByRole('textbox'))
    await page.events.click(name.getByRole('button', { name: 'Kaydet' }))
    expect(name.getByRole('textbox')).toHaveAccessibleDescription('Bu alan gerekli.')
  })

  test('show a refusal at its field, do not clear the input, and name a failed call differently', async () => {
    server.use(refuses(settingsApi.setSystemName, 422, 'invalid', { name: ['En çok 120 karakter olmalı.'] }))
    const page = renderApp('/settings', { user })
    const name = await setting(page, 'Sistem adı')
    await page.events.type(name.getByRole('textbox'), ' 2')
    await page.events.click(name.getByRole('button', { name: 'Kaydet' }))
    expect(await name.findByText('Sistem adı güncellenemedi')).toBeVisible()
    expect(name.getByRole('textbox')).toHaveAccessibleDescription('En çok 120 karakter olmalı.')
    expect(name.getByRole('textbox')).toHaveValue('Ege Tank İzleme 2')

    server.use(http.put('*/api/admin/settings/system-name', () => HttpResponse.error()))
    await page.events.click(name.getByRole('button', { name: 'Kaydet' }))
    expect(await name.findByText(/Sistem adı güncellenirken bir hata oluştu/)).toBeVisible()
  })

  test('take only an integer for points', async () => {
    const asked = recorded(settingsApi.updateSystem, { ...system, points_per_delivered_order: 25 })
    const page = renderApp('/settings', { user })
    const points = await setting(page, 'Teslim edilen sipariş başına puan')
    await page.events.clear(points.getByRole('textbox'))
    await page.events.type(points.getByRole('textbox'), '2,5')
    await page.events.click(points.getByRole('button', { name: 'Kaydet' }))
    expect(points.getByRole('textbox')).toHaveAccessibleDescription('Tam sayı girin')
    await page.events.clear(points.getByRole('textbox'))
    await page.events.type(points.getByRole('textbox'), '25')
    await page.events.click(points.getByRole('button', { name: 'Kaydet' }))
    expect(await points.findByText('Sipariş puanı güncellendi')).toBeVisible()
    expect(asked.map(({ body }) => body)).toEqual([{ points_per_delivered_order: 25 }])
  })

  test('limit the days of each log', async () => {
    const asked = recorded(settingsApi.updateSystem, { ...system, log_retention_server_days: 7 })
    const page = renderApp('/settings', { user })
    const days = await setting(page, 'Sunucu kayıtlarının saklanma süresi (gün)')
    expect(days.getByRole('textbox')).toHaveValue('30')
    await page.events.clear(days.getByRole('textbox'))
    await page.events.type(days.getByRole('textbox'), '0')
    await page.events.click(days.getByRole('button', { name: 'Kaydet' }))
    expect(days.getByRole('textbox')).toBeInvalid()
    await page.events.clear(days.getByRole('textbox'))
    await page.events.type(days.getByRole('textbox'), '7')
    await page.events.click(days.getByRole('button', { name: 'Kaydet' }))
    expect(await days.findByText('Kaydedildi')).toBeVisible()
    expect(asked.map(({ body }) => body)).toEqual([{ log_retention_server_days: 7 }])
  })
})

describe('the days for which measurements are kept', () => {
  test('are saved after a question that names what will be dropped', async () => {
    const asked = recorded(settingsApi.updateSystem, { ...system, measurement_retention_raw_days: 90 })
    const page = renderApp('/settings', { user })
    const form = await setting(page, 'Ölçümlerin saklanma süresi')
    expect(await form.findAllByText(/Diskte 5,0\sMB · en eskisi 01.01.2024/)).toHaveLength(3)
    const field = form.getByRole('textbox', { name: 'Tek tek ölçümler (gün)' })
    await page.events.type(field, '9')
    expect(field).toBeInvalid()
    await page.events.click(form.getByRole('button', { name: 'Kaydet' }))
    await page.events.type(field, '0')
    expect(await form.findByText(/Silinecek: 01.02.2026 öncesi, 12.345 ölçüm, 2,4\sMB/)).toBeVisible()
    await page.events.click(form.getByRole('button', { name: 'Kaydet' }))
    const question = within(await page.findByRole('alertdialog'))
    expect(question.getByText(/Tek tek ölçümler: 01.02.2026 öncesi/)).toBeVisible()
    expect(asked).toEqual([])
    await page.events.type(question.getByRole('textbox'), 'sil')
    await page.events.click(question.getByRole('button', { name: 'Sil' }))
    expect(await page.findByText('Kaydedildi')).toBeVisible()
    expect(asked.map(({ body }) => body)).toEqual([
      { measurement_retention_raw_days: 90, measurement_retention_15m_days: null, measurement_retention_6h_days: null },
    ])
  })

  test('show why the server refuses them at their field', async () => {
    server.use(
      refuses(settingsApi.updateSystem, 422, 'shorter_than_finer', {
        measurement_retention_15m_days: ['Daha ayrıntılı verilerden kısa süre saklanamaz.'],
      }),
    )
    const page = renderApp('/settings', { user })
    const form = await setting(page, 'Ölçümlerin saklanma süresi')
    await form.findAllByText(/Diskte/)
    const field = form.getByRole('textbox', { name: '15 dakikalık özetler (gün)' })
    await page.events.type(field, '400')
    await page.events.click(form.getByRole('button', { name: 'Kaydet' }))
    expect(await form.findByText('Daha ayrıntılı verilerden kısa süre saklanamaz.')).toBeVisible()
    expect(field).toBeInvalid()
  })
})

describe('the switches of the settings', () => {
  test('change the weekly test message by itself', async () => {
    const asked = recorded(settingsApi.updateSystem, { ...system, weekly_channel_test: false })
    const page = renderApp('/settings', { user })
    const testSwitch = await page.findByRole('switch', { name: 'Haftalık deneme mesajı' })
    expect(testSwitch).toBeChecked()
    await page.events.click(testSwitch)
    expect(await page.findByText('Haftalık deneme mesajı kapatıldı')).toBeVisible()
    expect(testSwitch).not.toBeChecked()
    expect(asked.map(({ body }) => body)).toEqual([{ weekly_channel_test: false }])
  })

  test('take effect at once and are confirmed', async () => {
    server.use(answers(settingsApi.setSelfSignup, ({ body }) => body as { enabled: boolean }))
    const page = renderApp('/settings', { user })
    const signup = await page.findByRole('switch', { name: 'Kullanıcı kaydı açık' })
    await waitFor(() => expect(signup).toBeEnabled())
    expect(signup).not.toBeChecked()
    await page.events.click(signup)
    expect(signup).toBeChecked()
    expect(await page.findByText('Kullanıcı kaydı açıldı')).toBeVisible()
    expect(signup).toBeChecked()
  })

  test('are turned back with the reason when the server refuses', async () => {
    server.use(refuses(settingsApi.setTerminalCommLogging, 503, 'not_ready'))
    const page = renderApp('/settings', { user })
    const logging = await page.findByRole('switch', { name: 'IoT iletişim kaydı' })
    await waitFor(() => expect(logging).toBeChecked())
    await page.events.click(logging)
    expect(await page.findByRole('alert')).toHaveTextContent(
      /Sistem ayarları güncellenirken bir hata oluştu: Veritabanına şu anda ulaşılamıyor/,
    )
    expect(logging).toBeChecked()
  })
})

test('settings that cannot be loaded are reported beside the others', async () => {
  server.use(refuses(settingsApi.adminSelfSignup, 429, 'too_many_requests'))
  const page = renderApp('/settings', { user })
  expect(await page.findByText('Sistem ayarları yüklenemedi')).toBeVisible()
  expect(await page.findByRole('form', { name: 'Sistem adı' })).toBeVisible()
})

describe('a user who is not an administrator', () => {
  test('is sent home with the reason', async () => {
    const page = renderApp('/settings', { user: given.user({ role: 'operator' }) })
    expect(await page.findByText('Bu sayfaya erişim için yönetici yetkisi gereklidir.')).toBeVisible()
    expect(page.address()).toBe('/home')
  })

  test('sees the reason on the settings page when the role was removed meanwhile', async () => {
    server.use(refuses(settingsApi.adminSystem, 403, 'forbidden'))
    const page = renderApp('/settings', { user })
    expect(await page.findByText('Bu sayfaya erişim için yönetici yetkisi gereklidir.')).toBeVisible()
    expect(page.queryByRole('switch')).toBeNull()
  })
})
