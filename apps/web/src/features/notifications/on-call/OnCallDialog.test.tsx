import { firmsApi } from '@dalyan/contracts/firms'
import { onCallApi } from '@dalyan/contracts/notifications'
import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const user = given.user()
const firm = given.firm()
const order = {
  data: [
    { user: { id: 2, name: 'Ali' }, delay_minutes: 0 },
    { user: { id: 3, name: 'Deniz' }, delay_minutes: 10 },
  ],
}

beforeEach(() =>
  server.use(
    answers(firmsApi.list, given.pageOf([firm])),
    answers(firmsApi.get, firm),
    answers(onCallApi.get, order),
    answers(onCallApi.candidates, {
      data: [
        { id: 4, name: 'Selin', email: 'selin@dalyan.test', firm: null },
        { id: 5, name: 'Murat', email: 'murat@dalyan.test', firm },
      ],
    }),
  ),
)

/** The orders that the dialog saves. */
function savedOrders(): unknown[] {
  const sent: unknown[] = []
  server.use(
    answers(onCallApi.set, ({ body }) => {
      sent.push(body)
      return order
    }),
  )
  return sent
}

async function open() {
  const page = renderApp('/firms?dialog=oncall&id=1', { user })
  const dialog = within(await page.findByRole('dialog', { name: `Nöbet sırası: ${firm.name}` }))
  await dialog.findByRole('list', { name: 'Sıradakiler' })
  return { page, dialog }
}

test('users of the on-call order are moved by keys and saved in their order, while the delays stay at their positions', async () => {
  const sent = savedOrders()
  const { page, dialog } = await open()
  dialog.getByRole('button', { name: 'Yukarı al: Deniz' }).focus()
  await page.events.keyboard('{Enter}')
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Yukarı al: Deniz' })).toHaveFocus())
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 8))).toEqual([
    '1. Deniz',
    expect.stringMatching(/^2. Ali/),
  ])
  expect(dialog.getByText('Deniz 1. sırada')).toBeInTheDocument()
  await page.events.click(dialog.getByRole('button', { name: 'Kaydet' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([
    {
      data: [
        { user_id: 3, delay_minutes: 0 },
        { user_id: 2, delay_minutes: 10 },
      ],
    },
  ])
})

test('a user is added at the end of the on-call order, ten minutes after the one before, and removed again', async () => {
  const sent = savedOrders()
  const { page, dialog } = await open()
  const picker = dialog.getByRole('combobox', { name: /Kişi ekle/ })
  for (const name of ['Selin', 'Murat']) {
    await page.events.click(picker)
    await page.events.click(await page.findByRole('option', { name: new RegExp(name) }))
    expect(dialog.getByRole('textbox', { name: new RegExp(`^${name}`) })).toHaveValue('10')
    // Ready for the next user.
    await waitFor(() => expect(picker).toHaveValue(''))
  }
  for (const name of ['Ali', 'Selin']) await page.events.click(dialog.getByRole('button', { name: `Çıkar: ${name}` }))
  await page.events.click(dialog.getByRole('button', { name: 'Kaydet' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    {
      data: [
        { user_id: 3, delay_minutes: 0 },
        { user_id: 5, delay_minutes: 10 },
      ],
    },
  ])
})

test('an on-call delay that is not a number is not sent, and a refusal shows the reason', async () => {
  server.use(
    refuses(onCallApi.set, 422, 'invalid', { 'data.0.user_id': ['Bu kişi bu firmanın alarmlarını onaylayamaz.'] }),
  )
  const { page, dialog } = await open()
  const delay = dialog.getByRole('textbox', { name: /^Deniz/ })
  await page.events.clear(delay)
  await page.events.type(delay, 'on')
  await page.events.click(dialog.getByRole('button', { name: 'Kaydet' }))
  expect(await dialog.findByText(/0 ile 1440 arasında/)).toBeVisible()
  await page.events.clear(delay)
  await page.events.type(delay, '5')
  await page.events.click(dialog.getByRole('button', { name: 'Kaydet' }))
  expect(await dialog.findByText(/Bu kişi bu firmanın alarmlarını onaylayamaz/)).toBeVisible()
})
