import { firmsApi } from '@dalyan/contracts/firms'
import { type Webhook, webhooksApi } from '@dalyan/contracts/webhooks'
import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

/** The first page of a file waits for its code. */
const COLD = { timeout: 20_000 }
const firm = given.firm()
const webhook: Webhook = {
  id: 9,
  firm: { id: firm.id, code: firm.code, name: firm.name },
  url: 'https://sms.example/send',
  events: ['alarm.raised'],
  template: null,
  active: true,
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
  return { page, dialog: within(await page.findByRole('dialog', { name: `Webhooklar: ${firm.name}` }, COLD)) }
}

test('one is added, and its secret is shown this once', async () => {
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
  expect(await dialog.findByText('Bu firmanın webhooku yok.')).toBeVisible()
  await page.person.click(dialog.getByRole('button', { name: 'Webhook ekle' }))
  const form = within(await page.findByRole('dialog', { name: `Webhook ekle: ${firm.name}` }))
  await page.person.type(form.getByLabelText(/^Adres/), webhook.url)
  await page.person.click(form.getByRole('checkbox', { name: /hatırlatması/ }))
  await page.person.click(form.getByRole('button', { name: 'Ekle' }))
  expect(await page.findByRole('textbox', { name: 'İmza anahtarı' })).toHaveTextContent('s3cr3t')
  expect(sent).toEqual([{ firm_id: 1, url: webhook.url, events: ['alarm.raised', 'alarm.told_again'], template: null }])
  expect(await dialog.findByText(webhook.url)).toBeVisible()
})

test('its last failure is shown, it is tried, and goes after a question', async () => {
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
  await page.person.click(dialog.getByRole('button', { name: `Test gönder: ${webhook.url}` }))
  expect(await dialog.findByText('Gönderildi. Geldiğine bakın.')).toBeVisible()
  await page.person.click(dialog.getByRole('button', { name: `Sil: ${webhook.url}` }))
  await page.person.click(await page.findByRole('button', { name: 'Webhooku sil' }))
  await waitFor(() => expect(dialog.getByText('Bu firmanın webhooku yok.')).toBeVisible())
})
