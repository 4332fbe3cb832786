import { alarmLinksApi } from '@dalyan/contracts/notifications'
import { settingsApi } from '@dalyan/contracts/settings'
import { waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Asked, answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const user = given.user()
const system = {
  system_name: 'Ege%20Tank%20%C4%B0zleme',
  system_title: 'Ege%20Tank',
  points_per_delivered_order: 10,
  log_retention_iot_days: 90,
  log_retention_tank_days: 3650,
  log_retention_server_days: 30,
  weekly_channel_test: true,
}

beforeEach(() => {
  server.use(
    answers(settingsApi.adminSystem, system),
    answers(settingsApi.adminSelfSignup, { enabled: false }),
    answers(settingsApi.terminalCommLogging, { enabled: true }),
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

describe('the typed settings', () => {
  test('are shown decoded; the title is saved by itself and changes the tab at once', async () => {
    const asked: Asked[] = []
    server.use(
      answers(settingsApi.setSystemTitle, (call) => {
        asked.push(call)
        return { value: 'Çipura%20%26%20Levrek' }
      }),
    )
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
    const asked: Asked[] = []
    server.use(
      answers(settingsApi.updateSystem, (call) => {
        asked.push(call)
        return { ...system, points_per_delivered_order: 25 }
      }),
    )
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
    const asked: Asked[] = []
    server.use(
      answers(settingsApi.updateSystem, (call) => {
        asked.push(call)
        return { ...system, log_retention_server_days: 7 }
      }),
    )
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

describe('the switches of the settings', () => {
  test('change the weekly test message by itself', async () => {
    const asked: Asked[] = []
    server.use(
      answers(settingsApi.updateSystem, (call) => {
        asked.push(call)
        return { ...system, weekly_channel_test: false }
      }),
    )
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

test('settings that cannot be loaded say so beside the others', async () => {
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
