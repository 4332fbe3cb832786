import { authApi } from '@dalyan/contracts/auth'
import { firmsApi } from '@dalyan/contracts/firms'
import { settingsApi } from '@dalyan/contracts/settings'
import { act, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const user = given.user()
const REASON = 'Çevrimdışıyken kaydedilemez.'
const go = (how: 'online' | 'offline') => act(() => void window.dispatchEvent(new Event(how)))

beforeEach(() => server.use(answers(firmsApi.list, given.pageOf([given.firm()])), answers(firmsApi.get, given.firm())))

test('a form is not sent without a network, says why, keeps the input, and can be sent afterwards', async () => {
  let sent = 0
  server.use(
    answers(firmsApi.create, () => {
      sent += 1
      return given.firm()
    }),
  )
  const page = renderApp('/firms?dialog=create', { user })
  const form = within(await page.findByRole('dialog', { name: 'Firma oluştur' }))
  await page.events.type(form.getByLabelText(/^Kod/), 'EGE-2')
  await page.events.type(form.getByLabelText(/^Firma adı/), 'Ege İki')
  go('offline')
  const submit = form.getByRole('button', { name: 'Oluştur' })
  await waitFor(() => expect(submit).toBeDisabled())
  expect(submit).toHaveAccessibleDescription(REASON)
  expect(form.getByText(REASON)).toBeVisible()
  await page.events.type(form.getByLabelText(/^Firma adı/), '{Enter}')
  expect(sent).toBe(0)
  go('online')
  expect(form.queryByText(REASON)).toBeNull()
  expect(form.getByLabelText(/^Firma adı/)).toHaveValue('Ege İki')
  await page.events.click(form.getByRole('button', { name: 'Oluştur' }))
  await page.findByText('Firma oluşturuldu')
  expect(sent).toBe(1)
})

test('without a network a deletion cannot be confirmed, but its dialog can be closed', async () => {
  const page = renderApp('/firms?dialog=delete&id=1', { user })
  const question = within(await page.findByRole('alertdialog'))
  go('offline')
  expect(await question.findByText(REASON)).toBeVisible()
  expect(question.getByRole('button', { name: 'Firmayı sil' })).toBeDisabled()
  expect(question.getByRole('button', { name: 'Vazgeç' })).toBeEnabled()
})

test('without a network a form can be closed', async () => {
  const page = renderApp('/firms?dialog=create', { user })
  const form = within(await page.findByRole('dialog', { name: 'Firma oluştur' }))
  await page.events.type(form.getByLabelText(/^Kod/), 'E')
  go('offline')
  await page.events.click(form.getByRole('button', { name: 'Vazgeç' }))
  await page.events.click(await page.findByRole('button', { name: 'Kaydetmeden çık' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

test('without a network settings and the password cannot be saved', async () => {
  server.use(
    answers(settingsApi.adminSystem, given.settings()),
    answers(settingsApi.adminSelfSignup, { enabled: true }),
    answers(settingsApi.terminalCommLogging, { enabled: true }),
    answers(authApi.me, user),
  )
  const page = renderApp('/settings', { user })
  await page.findAllByRole('button', { name: 'Kaydet' })
  go('offline')
  for (const button of page.getAllByRole('button', { name: 'Kaydet' }))
    await waitFor(() => expect(button).toBeDisabled())
  for (const turn of page.getAllByRole('switch')) expect(turn).toBeDisabled()
  await act(() => page.router.navigate({ to: '/change-password' }))
  const change = await page.findByRole('button', { name: 'Şifreyi Değiştir' })
  expect(change).toBeDisabled()
  expect(change).toHaveAccessibleDescription(REASON)
})
