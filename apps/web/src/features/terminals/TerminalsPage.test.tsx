import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { setWidth } from '../../../tests/set-width.ts'

const user = given.user()
const waiting = given.terminal({
  id: 399,
  code: 'T-0399',
  status: 'unauthorized',
  connection: 'never',
  ip_address: '10.0.9.7',
  key_fingerprint: '9f86d081884c7d65',
  first_try_at: '2026-07-09T10:00:00.000Z',
  last_try_at: '2026-07-09T11:30:00.000Z',
})
const onTank = given.terminal({ tank: { id: 14, code: 'TNK-014', name: 'Levrek larva 2' } })

const address = { mqtt_port: 21883, url: null, local_only: true }

beforeEach(() => {
  server.use(
    answers(terminalsApi.list, given.pageOf([onTank, waiting])),
    // Before the single terminal, whose path would match these words as an id.
    answers(terminalsApi.deviceAddress, address),
    answers(terminalsApi.enrolment, { until: null }),
    answers(terminalsApi.get, onTank),
    answers(tanksApi.list, given.page([given.tank()])),
    answers(tanksApi.get, given.tank()),
  )
})

/** Opens a dialog of a row's menu. */
async function fromMenu(page: ReturnType<typeof renderApp>, code: string, action: string) {
  await page.events.click(await page.findByRole('button', { name: `${code} için diğer işlemler` }))
  await page.events.click(await page.findByRole('menuitem', { name: action }))
}
async function question(page: ReturnType<typeof renderApp>, name: string) {
  return within(await page.findByRole('alertdialog', { name }))
}

test('an operator sees the list of terminals without buttons that change one', async () => {
  const page = renderApp('/terminals', { user: given.user({ role: 'operator' }) })
  expect(await page.findByRole('link', { name: 'T-0214' })).toHaveAttribute('href', '/terminals/214')
  expect(page.getByRole('button', { name: /^Çevrimdışı/ })).toBeVisible()
  for (const name of [/diğer işlemler/, /Düzenle/, 'Yeni Terminal', /Yeni cihaz/, /Yetki bekleyen/])
    expect(page.queryByRole('button', { name })).toBeNull()
  expect(page.queryByRole('switch', { name: 'Silinenleri göster' })).toBeNull()
  expect(page.queryByRole('checkbox', { name: /seç/ })).toBeNull()
})

test('a user without the permission to see terminals is sent home', async () => {
  const page = renderApp('/terminals', { user: given.user({ role: 'customer' }) })
  await waitFor(() => expect(page.address()).toBe('/home'))
  expect(await page.findByText('Bu sayfaya erişim için yönetici yetkisi gereklidir.')).toBeVisible()
})

describe('the terminals list', () => {
  test('the list shows each terminal’s connection and tank', async () => {
    const page = renderApp('/terminals', { user })
    const row = (await page.findByText('T-0214')).closest('tr')
    if (!row) throw new Error('no row')
    expect(within(row).getByText('Çevrimiçi')).toBeVisible()
    expect(within(row).getByRole('link', { name: 'TNK-014' })).toHaveAttribute('href', '/tanks/14')
    expect(page.getByText('Hiç bağlanmadı')).toBeVisible()
    expect(document.title).toBe('Terminaller · Dashboard · Ege Tank')
  })

  test('quick filters show their counts and change the address', async () => {
    const asked = recorded(terminalsApi.list, ({ url }) => {
      const offline = url.searchParams.get('filter_connection') === 'offline'
      return { ...given.pageOf(offline ? [] : [onTank]), total: offline ? 3 : 1 }
    })
    const page = renderApp('/terminals', { user })
    const chip = await page.findByRole('button', { name: 'Çevrimdışı 3' })
    expect(chip).toHaveAttribute('aria-pressed', 'false')
    await page.events.click(chip)
    expect(page.address()).toBe('/terminals?connection=offline')
    expect(await page.findByRole('button', { name: 'Çevrimdışı 3' })).toHaveAttribute('aria-pressed', 'true')
    expect(
      asked.some(
        ({ url }) =>
          url.searchParams.get('filter_connection') === 'offline' && url.searchParams.get('per_page') === '25',
      ),
    ).toBe(true)
    await page.events.click(page.getByRole('button', { name: 'Çevrimdışı 3' }))
    expect(page.address()).toBe('/terminals')
  })

  test('an empty list offers to create a terminal', async () => {
    server.use(answers(terminalsApi.list, given.pageOf([])))
    const page = renderApp('/terminals', { user })
    expect(await page.findByText('Henüz terminal eklenmemiş')).toBeVisible()
  })
})

describe('creating terminals', () => {
  test('a new key is shown once, with a QR code and commands, and its dialog closes only by its button', async () => {
    const asked = recorded(terminalsApi.create, {
      ...given.terminal({ id: 400, code: 'T-0400' }),
      key: 'gizli-anahtar-1',
    })
    const page = renderApp('/terminals?dialog=create', { user })
    const form = within(await page.findByRole('dialog', { name: 'Terminal oluştur' }))
    await page.events.type(form.getByLabelText(/^Kod/), 't-0400')
    await page.events.type(form.getByLabelText(/^Beklenen aralık/), '60')
    await page.events.type(form.getByLabelText(/^Sessizlik sınırı/), '300')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))

    const dialog = within(await page.findByRole('dialog', { name: 'T-0400 terminalinin anahtarı' }))
    expect(asked[0]?.body).toEqual({
      code: 'T-0400',
      status: 'active',
      tank_id: null,
      expected_interval_seconds: 60,
      key_profile_id: null,
      offline_after_seconds: 300,
      suspended_until: null,
      ip_address: null,
      device_eui: null,
    })
    expect(dialog.getByText('gizli-anahtar-1')).toBeVisible()
    expect(dialog.getByRole('img', { name: 'Kod ve anahtarı içeren karekod' })).toBeVisible()
    expect(
      await dialog.findByText(
        /mosquitto_pub -h localhost -p 21883 -u 'T-0400' -P 'gizli-anahtar-1'.*dalyan\/v1\/T-0400\/measurements/,
      ),
    ).toBeVisible()
    expect(dialog.getByText(/yalnızca kurulu olduğu bilgisayardan/)).toBeVisible()
    await page.events.click(dialog.getByRole('tab', { name: 'HTTP' }))
    expect(dialog.getByText(/Bearer T-0400:gizli-anahtar-1.*\/api\/iot\/measurements/)).toBeVisible()

    await page.events.keyboard('{Escape}')
    expect(dialog.getByText('gizli-anahtar-1')).toBeVisible()
    await page.events.click(dialog.getByRole('button', { name: 'Anahtarı sakladım' }))
    await waitFor(() => expect(page.queryByText('gizli-anahtar-1')).toBeNull())
    expect(page.address()).toBe('/terminals')
  })

  test('a refusal is shown at its field', async () => {
    server.use(refuses(terminalsApi.create, 409, 'code_taken', { code: ['Bu kod kullanılıyor.'] }))
    const page = renderApp('/terminals?dialog=create', { user })
    const form = within(await page.findByRole('dialog', { name: 'Terminal oluştur' }))
    await page.events.type(form.getByLabelText(/^Kod/), 'T-1')
    await page.events.type(form.getByLabelText(/^Beklenen aralık/), '1,5')
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    expect(await form.findByLabelText(/^Beklenen aralık/)).toHaveAccessibleDescription('Tam sayı girin')
    await page.events.clear(form.getByLabelText(/^Beklenen aralık/))
    await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
    await waitFor(() => expect(form.getByLabelText(/^Kod/)).toHaveAccessibleDescription('Bu kod kullanılıyor.'))
  })
})

test('a suspension may end by itself', async () => {
  const asked = recorded(terminalsApi.update, onTank)
  const page = renderApp('/terminals?dialog=edit&id=214', { user })
  const form = within(await page.findByRole('dialog', { name: 'Terminali düzenle: T-0214' }))
  await page.events.click(form.getByLabelText('Durum'))
  await page.events.click(await page.findByRole('option', { name: 'Askıda' }))
  await page.events.type(await form.findByLabelText('Askı bitişi'), 'yarın')
  await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
  expect(await form.findByLabelText('Askı bitişi')).toHaveAccessibleDescription(
    'Tarihi gg.aa.yyyy ss:dd biçiminde girin',
  )
  await page.events.clear(form.getByLabelText('Askı bitişi'))
  await page.events.type(form.getByLabelText('Askı bitişi'), '09.07.2027 14:30')
  await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
  expect(await page.findByText('Terminal güncellendi')).toBeVisible()
  expect(asked[0]?.body).toMatchObject({
    status: 'suspended',
    suspended_until: '2027-07-09T11:30:00.000Z',
    tank_id: 14,
  })
})

describe('the status of terminals', () => {
  test('a waiting device is authorized in a dialog that shows its address and fingerprint', async () => {
    server.use(answers(terminalsApi.get, waiting))
    const asked = recorded(terminalsApi.update, onTank)
    const page = renderApp('/terminals', { user })
    await page.events.click(await page.findByRole('button', { name: 'Yetkilendir: T-0399' }))
    const dialog = await question(page, 'T-0399 terminali yetkilendirilsin mi?')
    expect(dialog.getByText('10.0.9.7')).toBeVisible()
    expect(dialog.getByText('9f86d081884c7d65')).toBeVisible()
    await page.events.click(dialog.getByRole('button', { name: 'Yetkilendir' }))
    expect(await page.findByText('Terminal yetkilendirildi')).toBeVisible()
    expect(asked[0]?.body).toEqual({ status: 'active' })
  })

  test('banning a terminal and lifting the ban ask first', async () => {
    const asked = recorded(terminalsApi.update, onTank)
    const page = renderApp('/terminals', { user })
    await fromMenu(page, 'T-0214', 'Yasakla')
    const ban = await question(page, 'T-0214 terminali yasaklansın mı?')
    await page.events.click(ban.getByRole('button', { name: 'Terminali yasakla' }))
    expect(await page.findByText('Terminal yasaklandı')).toBeVisible()
    expect(asked[0]?.body).toEqual({ status: 'banned' })

    server.use(answers(terminalsApi.list, given.pageOf([{ ...onTank, status: 'banned' }])))
    page.unmount()
    const again = renderApp('/terminals', { user })
    await fromMenu(again, 'T-0214', 'Yasağı kaldır')
    await again.events.click(
      (await question(again, 'T-0214 terminalinin yasağı kaldırılsın mı?')).getByRole('button', {
        name: 'Yasağı kaldır',
      }),
    )
    await waitFor(() => expect(asked[1]?.body).toEqual({ status: 'active' }))
  })

  test('deleting the last terminal of a tank warns', async () => {
    server.use(answers(terminalsApi.remove, undefined))
    const page = renderApp('/terminals', { user })
    await fromMenu(page, 'T-0214', 'Sil')
    const dialog = await question(page, 'T-0214 terminali silinsin mi?')
    expect(await dialog.findByText('TNK-014 tankının tek terminali bu. Tank artık veri alamayacak.')).toBeVisible()
    await page.events.click(dialog.getByRole('button', { name: 'Terminali sil' }))
    expect(await page.findByText('Terminal silindi')).toBeVisible()
  })

  test('taking the last terminal off its tank, or banning it, warns', async () => {
    const note = 'TNK-014 tankının tek terminali bu. Tank artık veri alamayacak.'
    const page = renderApp('/terminals?dialog=edit&id=214', { user })
    const form = within(await page.findByRole('dialog', { name: 'Terminali düzenle: T-0214' }))
    expect(form.queryByText(note)).toBeNull()
    await page.events.clear(form.getByRole('combobox', { name: 'Tank' }))
    expect(await form.findByText(note)).toBeVisible()

    page.unmount()
    const again = renderApp('/terminals?dialog=ban&id=214', { user })
    expect(await (await question(again, 'T-0214 terminali yasaklansın mı?')).findByText(note)).toBeVisible()
  })

  test('a refusal is shown in the dialog', async () => {
    server.use(refuses(terminalsApi.update, 412, 'stale_edit'))
    const page = renderApp('/terminals?dialog=ban&id=214', { user })
    await page.events.click(await page.findByRole('button', { name: 'Terminali yasakla' }))
    expect(await page.findByRole('alert')).toHaveTextContent('Kayıt siz düzenlerken değişti.')
  })
})

test('a new key may end the old one at once', async () => {
  const asked = recorded(terminalsApi.rotateKey, { key: 'yeni-anahtar' })
  const page = renderApp('/terminals', { user })
  await fromMenu(page, 'T-0214', 'Anahtarı yenile')
  const dialog = await question(page, 'T-0214 terminalinin anahtarı yenilensin mi?')
  await page.events.click(dialog.getByLabelText('Eski anahtarı hemen kapat'))
  await page.events.click(dialog.getByRole('button', { name: 'Anahtarı yenile' }))
  expect(await page.findByText('yeni-anahtar')).toBeVisible()
  expect(asked[0]?.body).toEqual({ revoke_old: true })
})

test('when the connection address cannot be loaded, the key stays on screen and the call can be retried', async () => {
  server.use(
    answers(terminalsApi.rotateKey, { key: 'yeni-anahtar' }),
    refuses(terminalsApi.deviceAddress, 403, 'forbidden'),
  )
  const page = renderApp('/terminals', { user })
  await fromMenu(page, 'T-0214', 'Anahtarı yenile')
  const dialog = await question(page, 'T-0214 terminalinin anahtarı yenilensin mi?')
  await page.events.click(dialog.getByRole('button', { name: 'Anahtarı yenile' }))
  expect(await page.findByText('Bağlantı adresi alınamadı')).toBeVisible()
  expect(page.getByText('yeni-anahtar')).toBeVisible()
  expect(page.queryByText(/mosquitto_pub/)).toBeNull()
  await page.quiet()
  server.use(answers(terminalsApi.deviceAddress, address))
  await page.events.click(page.getByRole('button', { name: 'Tekrar dene' }))
  expect(await page.findByText(/mosquitto_pub -h localhost -p 21883/)).toBeVisible()
})

test('selected terminals are banned with the tags of their versions; each action is for those in a fitting status', async () => {
  const banned = given.terminal({ id: 215, code: 'T-0215', status: 'banned' })
  const sent: { id: unknown; tag: string | null; body: unknown }[] = []
  server.use(
    answers(terminalsApi.list, given.pageOf([onTank, waiting, banned])),
    http.get('*/api/iots/:id', ({ params }) =>
      HttpResponse.json(onTank, { headers: { etag: `"${String(params['id'])}"` } }),
    ),
    http.put('*/api/iots/:id', async ({ params, request }) => {
      sent.push({ id: params['id'], tag: request.headers.get('if-match'), body: await request.json() })
      return HttpResponse.json(onTank)
    }),
  )
  server.use(answers(terminalsApi.enrolment, { until: null }))
  const page = renderApp('/terminals', { user })
  await page.events.click(await page.findByRole('checkbox', { name: 'Bu sayfadakilerin tümünü seç' }))
  expect(page.getByText('3 kayıt seçildi')).toBeVisible()
  for (const name of ['Yasağı kaldır (1)', 'Pasifleştir (1)', 'Sil (3)'])
    expect(page.getByRole('button', { name })).toBeVisible()
  expect(page.queryByRole('button', { name: /^Etkinleştir/ })).toBeNull()
  await page.events.click(page.getByRole('button', { name: 'Yasakla (2)' }))
  const dialog = await question(page, '2 terminal yasaklansın mı?')
  await page.events.click(dialog.getByRole('button', { name: 'Yasakla (2)' }))
  expect(await page.findByText('2 terminal yasaklandı')).toBeVisible()
  expect(sent.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual([
    { id: '214', tag: '"214"', body: { status: 'banned' } },
    { id: '399', tag: '"399"', body: { status: 'banned' } },
  ])
})

test('on a phone the other buttons of the list are in one menu', async () => {
  setWidth(360)
  const page = renderApp('/terminals', { user })
  await page.events.click(await page.findByRole('button', { name: 'Terminaller için diğer işlemler' }))
  const names = (await page.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(names).toEqual(['Yeni cihaz kabulü', 'Bekleyenleri kaldır', 'Eşleme profilleri', 'CSV ile ekle'])
  await page.events.click(page.getByRole('menuitem', { name: 'Eşleme profilleri' }))
  await waitFor(() => expect(page.address()).toBe('/key-profiles'))
})

test('one button removes all waiting devices, after a question', async () => {
  const asked = recorded(terminalsApi.removeWaiting, undefined)
  const page = renderApp('/terminals', { user })
  const remove = await page.findByRole('button', { name: 'Bekleyenleri kaldır' })
  await waitFor(() => expect(remove).toBeEnabled())
  await page.events.click(remove)
  expect(page.address()).toBe('/terminals?dialog=waiting')
  const dialog = await question(page, 'Bekleyen cihazlar listeden kaldırılsın mı?')
  expect(asked).toHaveLength(0)
  await page.events.click(dialog.getByRole('button', { name: 'Hepsini kaldır' }))
  expect(await page.findByText('Bekleyen cihazlar listeden kaldırıldı')).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(page.address()).toBe('/terminals')
})

test('without a waiting device the button that removes them is disabled', async () => {
  server.use(answers(terminalsApi.list, given.pageOf([])))
  const page = renderApp('/terminals', { user })
  expect(await page.findByRole('button', { name: 'Yeni cihaz kabulü' })).toBeVisible()
  await page.quiet()
  expect(page.getByRole('button', { name: 'Bekleyenleri kaldır' })).toBeDisabled()
})

test('an open enrolment window is shown after a reload, and to other users', async () => {
  server.use(answers(terminalsApi.enrolment, { until: new Date(Date.now() + 5 * 60_000).toISOString() }))
  const page = renderApp('/terminals', { user })
  expect(await page.findByText(/Cihaz kabulü açık · bitiş \d\d:\d\d/)).toBeVisible()
})

test('the page says until when the enrolment window is open, and can close it', async () => {
  const asked = recorded(terminalsApi.enrol, ({ body }) => {
    const { minutes } = body as { minutes: number }
    return { until: minutes > 0 ? new Date(Date.now() + minutes * 60_000).toISOString() : null }
  })
  const page = renderApp('/terminals', { user })
  await page.events.click(await page.findByRole('button', { name: 'Yeni cihaz kabulü' }))
  expect(page.address()).toBe('/terminals?dialog=enrolment')
  await page.events.click(await page.findByRole('button', { name: 'Pencereyi aç' }))
  expect(await page.findByText(/Cihaz kabulü açık · bitiş \d\d:\d\d/)).toBeVisible()
  await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
  await page.events.click(page.getByRole('button', { name: /Cihaz kabulü açık/ }))
  await page.events.click(await page.findByRole('button', { name: 'Pencereyi kapat' }))
  await waitFor(() => expect(page.queryByText(/Cihaz kabulü açık/)).toBeNull())
  expect(asked.map(({ body }) => body)).toEqual([{ minutes: 30 }, { minutes: 0 }])
})

test('text of a device is shown as text', async () => {
  server.use(
    answers(terminalsApi.get, given.terminal({ unknown_keys: { '<b>x</b>': '<img src=x onerror=alert(1)>' } })),
  )
  const page = renderApp('/terminals?dialog=view&id=214', { user })
  expect(await page.findByText('<b>x</b>: "<img src=x onerror=alert(1)>"')).toBeVisible()
})

test('a terminal shows its last values, interval, battery and signal', async () => {
  const at = '2026-07-09T11:30:00.000Z'
  const values = { tank_temperature: { value: 14.3, measured_at: at }, ph: { value: 7.9, measured_at: at } }
  const health = { battery: { value: 12, at }, rssi: { value: -97, at }, snr: null, gateway: null }
  const sender = given.terminal({
    values: { ...values, orp: { value: 200, measured_at: at } },
    health,
    interval_seconds: 15,
  })
  server.use(answers(terminalsApi.list, given.pageOf([sender, waiting])))
  const page = renderApp('/terminals', { user })
  const row = within(await page.findByRole('row', { name: /T-0214/ }))
  for (const text of [/14,3\s°C/, '7,90', '+1', '15 sn', '%12', '−97 dBm'])
    expect(row.getByText(text)).toBeInTheDocument()
  expect(row.getByTitle('Pil azalmış')).toBeInTheDocument()
})
