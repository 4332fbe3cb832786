import { firmsApi } from '@dalyan/contracts/firms'
import { type Webhook, type WebhookDelivery, WEBHOOK_EVENTS, webhooksApi } from '@dalyan/contracts/webhooks'
import { waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, type AskedCall, recorded, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const firm = given.firm()
const webhook: Webhook = {
  id: 9,
  firm: { id: firm.id, code: firm.code, name: firm.name },
  url: 'https://sms.example/send',
  events: ['alarm.raised'],
  template: null,
  active: true,
  waiting: 0,
  last_success_at: null,
  last_failure_at: '2026-07-09T11:30:00.000Z',
  last_error: 'HTTP 500',
  created_at: '2026-07-09T11:30:00.000Z',
  updated_at: '2026-07-09T11:30:00.000Z',
}

beforeEach(() => server.use(answers(firmsApi.list, given.pageOf([firm])), answers(firmsApi.get, firm)))

async function open(all: () => Webhook[]) {
  server.use(answers(webhooksApi.list, () => given.pageOf(all())))
  const page = renderApp('/firms?dialog=webhooks&id=1', { user: given.user() })
  return { page, dialog: within(await page.findByRole('dialog', { name: `Webhook’lar: ${firm.name}` })) }
}

test('a webhook is added, and its secret is shown only once', async () => {
  const sent: unknown[] = []
  let all: Webhook[] = []
  server.use(
    answers(webhooksApi.create, ({ body }) => {
      sent.push(body)
      all = [webhook]
      return { ...webhook, secret: 's3cr3t' }
    }),
  )
  const { page, dialog } = await open(() => all)
  expect(await dialog.findByText('Bu firmaya webhook eklenmemiş.')).toBeVisible()
  await page.events.click(dialog.getByRole('button', { name: 'Webhook ekle' }))
  const form = within(await page.findByRole('dialog', { name: `Webhook ekle: ${firm.name}` }))
  await page.events.type(form.getByLabelText(/^Adres/), webhook.url)
  await page.events.click(form.getByRole('checkbox', { name: /hatırlatması/ }))
  await page.events.click(form.getByRole('button', { name: 'Ekle' }))
  expect(await page.findByRole('textbox', { name: 'İmza anahtarı' })).toHaveTextContent('s3cr3t')
  expect(sent).toEqual([
    { firm_id: 1, url: webhook.url, events: ['alarm.raised', 'alarm.notified_again'], template: null, active: true },
  ])
  expect(await dialog.findByText(webhook.url)).toBeVisible()
})

test('a webhook shows its last failure, sends a test, and is deleted after a question', async () => {
  let all = [webhook]
  server.use(
    answers(webhooksApi.test, webhook),
    answers(webhooksApi.remove, () => {
      all = []
      return undefined
    }),
  )
  const { page, dialog } = await open(() => all)
  expect(await dialog.findByText(/Son hata: 09.07.2026 14:30/)).toHaveTextContent('HTTP 500')
  await page.events.click(dialog.getByRole('button', { name: `Test gönder: ${webhook.url}` }))
  expect(await dialog.findByText('Gönderildi. Geldiğine bakın.')).toBeVisible()
  await page.events.click(dialog.getByRole('button', { name: `Sil: ${webhook.url}` }))
  await page.events.click(await page.findByRole('button', { name: 'Webhook’u sil' }))
  await waitFor(() => expect(dialog.getByText('Bu firmaya webhook eklenmemiş.')).toBeVisible())
})

test('a ready-made template is previewed before a webhook is saved, and can be undone', async () => {
  const template = '{"kendi": "{{text}}"}'
  server.use(
    http.get('*/api/webhooks/9', () => HttpResponse.json({ ...webhook, template }, { headers: { etag: '"3"' } })),
    answers(webhooksApi.preview, { type: 'application/json', body: '{"on": true}' }),
  )
  const asked = recorded(webhooksApi.update, webhook)
  const { page, dialog } = await open(() => [{ ...webhook, waiting: 2 }])
  expect(await dialog.findByText(/2 gönderim henüz ulaşmadı/)).toBeVisible()
  await page.events.click(dialog.getByRole('button', { name: `Düzenle: ${webhook.url}` }))
  const form = within(await page.findByRole('dialog', { name: `Webhook’u düzenle: ${firm.name}` }))
  const receiver = () => form.getByRole('combobox', { name: 'Alıcı' })
  expect(receiver()).toHaveTextContent('Kendi şablonum')
  const pickSiren = async () => {
    await page.events.click(receiver())
    await page.events.click(page.getByRole('option', { name: /^Siren/ }))
  }
  const body = () => form.getByRole('textbox', { name: /Gövde şablonu/ })
  await pickSiren()
  expect(body()).toHaveValue('{\n  "id": "DEVICE_ID",\n  "channel": 0,\n  "on": {{unanswered}}\n}')
  expect(form.getByText(/DEVICE_ID yerine/)).toBeVisible()
  await page.events.click(form.getByRole('button', { name: 'Önceki şablona dön' }))
  expect(body()).toHaveValue(template)
  await pickSiren()
  await page.events.click(form.getByRole('button', { name: 'Önizleme' }))
  expect(await form.findByText('{"on": true}')).toBeVisible()
  await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.headers.get('if-match')).toBe('"3"')
  expect(asked[0]?.body).toMatchObject({ events: WEBHOOK_EVENTS, template: expect.stringContaining('{{unanswered}}') })
})

describe('the switch of a webhook', () => {
  const SWITCH = `Açık: ${webhook.url}`
  const tagged = (now: Webhook) =>
    http.get('*/api/webhooks/9', () => HttpResponse.json(now, { headers: { etag: '"3"' } }))

  test('sends the version that was shown', async () => {
    const asked: AskedCall[] = []
    let now = webhook
    server.use(
      tagged(webhook),
      answers(webhooksApi.update, (one) => {
        asked.push(one)
        now = { ...webhook, active: false }
        return now
      }),
    )
    const { page, dialog } = await open(() => [now])
    await page.events.click(await dialog.findByRole('switch', { name: SWITCH }))
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ active: false }]))
    expect(asked[0]?.headers.get('if-match')).toBe('"3"')
    await waitFor(() => expect(dialog.getByRole('switch', { name: SWITCH })).not.toBeChecked())
  })

  test.each([
    ['since it was shown', { ...webhook, updated_at: '2026-07-10T00:00:00.000Z' }, null],
    ['at the same moment', webhook, '"3"'],
  ])('changes nothing if another user changed it %s, and shows the present values', async (_, before, sent) => {
    const changed = { ...webhook, url: 'https://sms.example/other', updated_at: '2026-07-10T00:00:00.000Z' }
    let now = webhook
    let tag: string | null = null
    server.use(
      // Records the tag only; the next handler refuses.
      http.put('*/api/webhooks/9', ({ request }) => void (tag = request.headers.get('if-match'))),
      refuses(webhooksApi.update, 412, 'stale_edit'),
      tagged(before),
    )
    const { page, dialog } = await open(() => [now])
    const turn = await dialog.findByRole('switch', { name: SWITCH })
    now = changed
    await page.events.click(turn)
    expect(await dialog.findByRole('alert')).toHaveTextContent('DeğiştirilemediKayıt siz düzenlerken değişti.')
    expect(await dialog.findByText(changed.url)).toBeVisible()
    expect(dialog.getByRole('switch', { name: `Açık: ${changed.url}` })).toBeChecked()
    expect(tag).toBe(sent)
  })
})

test('each delivery of a webhook shows why it failed, and the key is renewed after a question', async () => {
  const at = '2026-07-09T11:30:00.000Z'
  const delivery: WebhookDelivery = {
    id: 5,
    delivery: '7-raised-1-0',
    event: 'alarm.raised',
    alarm_id: null,
    alarms: 12,
    state: 'waiting',
    tries: 3,
    queued_at: at,
    tried_at: at,
    took_ms: 120,
    status: 401,
    error: 'HTTP 401',
    answer: 'wrong key',
    next_try_at: '2026-07-09T11:31:00.000Z',
    delivered_at: null,
  }
  server.use(
    answers(webhooksApi.deliveries, given.pageOf([delivery])),
    answers(webhooksApi.renewSecret, { ...webhook, secret: 'yeni' }),
  )
  const { page, dialog } = await open(() => [webhook])
  await page.events.click(await dialog.findByRole('button', { name: `Son gönderimler: ${webhook.url}` }))
  const line = within(await dialog.findByRole('list', { name: `Son gönderimler: ${webhook.url}` })).getByRole(
    'listitem',
  )
  for (const part of [
    'Bekliyor',
    'Yeni alarm · 12 alarm',
    '3. deneme',
    'HTTP 401',
    '120 ms',
    'sonraki deneme',
    'wrong key',
  ])
    expect(line).toHaveTextContent(part)
  await page.events.click(dialog.getByRole('button', { name: `Anahtarı yenile: ${webhook.url}` }))
  await page.events.click(await page.findByRole('button', { name: 'Yenile' }))
  expect(await page.findByRole('textbox', { name: 'İmza anahtarı' })).toHaveTextContent('yeni')
})
