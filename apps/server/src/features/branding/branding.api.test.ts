import { brandingApi, LOGO_MAX_BYTES } from '@dalyan/contracts/branding'
import { DALYAN } from '@dalyan/contracts/own-brand'
import { logsApi } from '@dalyan/contracts/logs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { jpegOf, pngOf, webpOf } from '../../../tests/pictures.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())
afterEach(async () => {
  await kit.as.admin.delete(brandingApi.reset)
})

const brand = async () => (await kit.as.visitor.get(brandingApi.config)).body.data
const get = (headers: Record<string, string> = {}) =>
  kit.app.server.inject({ method: 'GET', url: '/api/branding/logo', headers })
const setLogo = (bytes: Buffer) => kit.as.admin.put(brandingApi.setLogo, { body: { image: bytes.toString('base64') } })

test('the default brand is the product’s own', async () => {
  const { domain, ...rest } = await brand()
  expect(rest).toEqual(DALYAN)
  expect(domain.apiUrl).toMatch(/^http:\/\//)
  expect((await get()).statusCode).toBe(404)
})

test('an administrator changes only the named fields; null restores the product’s own', async () => {
  const first = await kit.as.admin.put(brandingApi.update, {
    body: {
      name: ' Ege Su ',
      primary_color: '#00695c',
      website: 'https://ege.example/biz',
      phone: '+90 532 000 00 00',
    },
  })
  expect(first).toMatchObject({
    status: 200,
    body: {
      success: true,
      data: {
        name: { original: 'Ege Su', kebabCase: 'ege-su', uppercase: 'EGE SU' },
        theme: { primaryColor: '#00695C', secondaryColor: '#424242', accentColor: '#82B1FF' },
        contact: { email: null, phone: '+90 532 000 00 00', website: 'https://ege.example/biz' },
        version: '1.0.0',
      },
    },
  })
  await kit.as.admin.put(brandingApi.update, { body: { email: 'destek@ege.example', website: null } })
  expect(await brand()).toMatchObject({
    name: { original: 'Ege Su' },
    contact: { email: 'destek@ege.example', phone: '+90 532 000 00 00', website: null },
  })
  expect((await kit.as.admin.delete(brandingApi.reset)).status).toBe(204)
  expect(await brand()).toMatchObject(DALYAN)
})

test.each([
  ['an empty name', { name: ' ' }, 'name', 'Bu alan gerekli.'],
  ['a name that is too long', { name: 'x'.repeat(61) }, 'name', 'En çok 60 karakter olmalı.'],
  ['a colour by its name', { primary_color: 'red' }, 'primary_color', 'Renk #RRGGBB biçiminde olmalı.'],
  ['a style in place of a colour', { accent_color: '#FFF;}*{' }, 'accent_color', 'Renk #RRGGBB biçiminde olmalı.'],
  [
    'a main colour with low contrast on light backgrounds',
    { primary_color: '#FFEB3B' },
    'primary_color',
    'Bu renk zeminden yeterince ayrılmıyor (karşıtlık en az 3:1 olmalı).',
  ],
  [
    'an accent with low contrast on dark backgrounds',
    { accent_color: '#263238' },
    'accent_color',
    'Bu renk zeminden yeterince ayrılmıyor (karşıtlık en az 3:1 olmalı).',
  ],
  [
    'a colour on which no text is legible',
    { secondary_color: '#7C7C7C' },
    'secondary_color',
    'Bu rengin üzerindeki yazı okunmuyor (karşıtlık en az 4,5:1 olmalı).',
  ],
  ['an invalid email', { email: 'destek' }, 'email', 'Geçerli bir e-posta adresi girin.'],
  ['an invalid phone number', { phone: 'arayın' }, 'phone', 'Geçerli bir telefon numarası girin.'],
  [
    'a website that runs a script',
    { website: 'javascript:alert(1)' },
    'website',
    'Adres http:// veya https:// ile başlayan geçerli bir web adresi olmalı.',
  ],
  [
    'a website address with a password',
    { website: 'https://a:b@ege.example' },
    'website',
    'Adres http:// veya https:// ile başlayan geçerli bir web adresi olmalı.',
  ],
])('%s is refused at its field, and the brand stays unchanged', async (_case, wish, field, text) => {
  const reply = await kit.as.admin.put(brandingApi.update, { body: { name: 'Başka', ...wish } })
  expect({ status: reply.status, errors: reply.body.errors }).toEqual({ status: 422, errors: { [field]: [text] } })
  expect((await brand()).name.original).toBe('Dalyan')
})

test('changes of the brand are in the audit log; for a logo its version, not its bytes', async () => {
  await kit.as.admin.put(brandingApi.update, { body: { name: 'Ege Su' } })
  await setLogo(pngOf(64, 32))
  const { body } = await kit.as.admin.get(logsApi.audit, { query: { event: 'settings_changed', per_page: 2 } })
  const [logo, name] = body.data
  expect(name).toMatchObject({ target: { kind: 'settings', name: 'branding' }, after: { name: 'Ege Su' } })
  expect(logo?.after).toEqual({ logo: expect.stringMatching(/^[0-9a-f]{16}$/) })
})

describe('the logo', () => {
  test.each([
    ['image/png', pngOf(64, 32)],
    ['image/jpeg', jpegOf(64, 32)],
    ['image/webp', webpOf(64, 32)],
  ])('is served as %s, the type of its bytes', async (type, bytes) => {
    const { status, body } = await setLogo(bytes)
    expect(status).toBe(200)
    const { primary, icon, emoji, dark } = body.data.logo
    expect({ icon, dark, emoji }).toEqual({ icon: primary, dark: primary, emoji: '🐟' })
    expect(primary).toMatch(/^\/api\/branding\/logo\?v=[0-9a-f]{16}$/)
    const served = await kit.app.server.inject({ method: 'GET', url: primary ?? '' })
    expect(served.rawPayload.equals(bytes)).toBe(true)
    expect(served.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('is sent again only when it changed', async () => {
    await setLogo(pngOf(64, 32))
    const etag = String((await get()).headers.etag)
    const again = await get({ 'if-none-match': etag })
    expect(again.headers['cache-control']).toBe('public, no-cache')
    expect({ status: again.statusCode, length: again.rawPayload.length }).toEqual({ status: 304, length: 0 })
    await setLogo(pngOf(65, 32))
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('can be removed; the product’s own returns and the rest of the brand stays', async () => {
    await kit.as.admin.put(brandingApi.update, { body: { name: 'Ege Su' } })
    await setLogo(pngOf(64, 32))
    expect((await kit.as.admin.delete(brandingApi.removeLogo)).status).toBe(204)
    expect(await brand()).toMatchObject({ name: { original: 'Ege Su' }, logo: DALYAN.logo })
    expect((await get()).statusCode).toBe(404)
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  test.each([
    ['an SVG', svg, 'Logo PNG, JPEG veya WebP olmalı.'],
    ['a picture of a single pixel', pngOf(1, 1), 'Logonun eni ve boyu 16 ile 2048 piksel arasında olmalı.'],
    ['a picture wider than 2048 pixels', pngOf(2049, 64), 'Logonun eni ve boyu 16 ile 2048 piksel arasında olmalı.'],
    [
      'a picture beyond 512 KiB',
      Buffer.concat([pngOf(64, 64), Buffer.alloc(LOGO_MAX_BYTES)]),
      'Logo en fazla 512 KiB olabilir.',
    ],
  ])('cannot be %s', async (_case, bytes, text) => {
    const reply = await setLogo(bytes)
    expect({ status: reply.status, errors: reply.body.errors }).toEqual({ status: 422, errors: { image: [text] } })
    expect((await get()).statusCode).toBe(404)
  })
})
