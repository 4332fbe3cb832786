import { keyProfilesApi } from '@dalyan/contracts/key-profiles'
import { within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { answers, recorded, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const user = given.user()
const profile = given.keyProfile({ id: 3, name: 'Multimetre', terminals_count: 12 })

beforeEach(() => {
  server.use(answers(keyProfilesApi.list, given.pageOf([profile])), answers(keyProfilesApi.get, profile))
})

test('a profile shows its names and links to its terminals', async () => {
  const page = renderApp('/key-profiles', { user })
  const link = await page.findByRole('link', { name: '12: Multimetre profilini kullanan terminaller' })
  expect(link).toHaveAttribute('href', '/terminals?key_profile_id=3')
  expect(page.getByText('temp')).toBeVisible()
})

test('a new profile maps each name once, with a metric and a factor', async () => {
  const asked = recorded(keyProfilesApi.create, profile)
  const page = renderApp('/key-profiles?dialog=create', { user })
  const form = within(await page.findByRole('dialog', { name: 'Profil oluştur' }))
  const submit = () => page.events.click(form.getByRole('button', { name: 'Oluştur' }))
  const choose = async (line: number, metric: string) => {
    await page.events.click(form.getAllByLabelText('Ölçüm')[line]!)
    await page.events.click(await page.findByRole('option', { name: metric }))
  }
  await page.events.type(form.getByLabelText(/^Profil adı/), 'Sonda')
  await page.events.type(form.getByLabelText('Cihazdaki ad'), 'temp')
  await submit()
  expect(form.getByText(/^Her satırda cihazdaki ad/, { selector: 'p' })).toBeVisible()
  await choose(0, 'Tank Sıcaklığı')
  await page.events.clear(form.getByLabelText('Çarpan'))
  await page.events.type(form.getByLabelText('Çarpan'), '0,1')
  await page.events.click(form.getByRole('button', { name: 'Ad ekle' }))
  await page.events.type(form.getAllByLabelText('Cihazdaki ad')[1]!, 'temp')
  await choose(1, 'Yok say')
  await submit()
  expect(form.getByText('Bir ad yalnızca bir kez eşlenebilir', { selector: 'p' })).toBeVisible()
  await page.events.type(form.getAllByLabelText('Cihazdaki ad')[1]!, '2')
  await submit()
  expect(await page.findByText('Profil oluşturuldu')).toBeVisible()
  expect(asked.at(-1)?.body).toEqual({
    name: 'Sonda',
    map: { temp: { metric: 'tank_temperature', scale: 0.1, offset: 0 }, temp2: { metric: null } },
    quality: { sensors: 'sonde', conductivity: null, limits: {} },
  })
})

test('the quality rules of a profile are changed metric by metric, and an empty field keeps the usual limit', async () => {
  const asked = recorded(keyProfilesApi.update, profile)
  const page = renderApp('/key-profiles?dialog=edit&id=3', { user })
  const form = within(await page.findByRole('dialog', { name: 'Profili düzenle: Multimetre' }))
  const rules = within(await form.findByRole('group', { name: 'Kalite kuralları' }))
  await page.events.click(rules.getByLabelText('Sensörler'))
  await page.events.click(await page.findByRole('option', { name: /^Ayrı problar/ }))
  await page.events.click(rules.getByRole('button', { name: 'Ölçüm sınırı ekle' }))
  await page.events.type(rules.getByLabelText('Dakikada'), '0,5')
  await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
  expect(form.getByText(/^Her satırda bir ölçüm olmalı/, { selector: 'p' })).toBeVisible()
  await page.events.click(rules.getByLabelText('Ölçüm'))
  await page.events.click(await page.findByRole('option', { name: 'pH' }))
  expect(rules.getByLabelText('En çok')).toHaveAttribute('placeholder', '12')
  await page.events.type(rules.getByLabelText('En az'), '13')
  await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
  expect(form.getByText(/^Her satırda bir ölçüm olmalı/, { selector: 'p' })).toBeVisible()
  await page.events.clear(rules.getByLabelText('En az'))
  await page.events.click(form.getByRole('button', { name: 'Değişiklikleri Kaydet' }))
  expect(await page.findByText('Profil güncellendi')).toBeVisible()
  expect(asked.at(-1)?.body).toMatchObject({ quality: { sensors: 'separate', limits: { ph: { step: 0.5 } } } })
})

test('an operator sees the profiles without buttons that change them', async () => {
  const page = renderApp('/key-profiles', { user: given.user({ role: 'operator' }) })
  expect(await page.findByText('Multimetre')).toBeVisible()
  expect(page.queryByRole('button', { name: 'Yeni profil' })).toBeNull()
  expect(page.queryByRole('columnheader', { name: 'İşlemler' })).toBeNull()
})

test('a profile in use is not deleted, and its terminals are linked', async () => {
  const dependents = [{ kind: 'terminal', id: 214, name: 'T-0214' }]
  const message = 'Profili kullanan terminaller var: T-0214'
  server.use(
    http.delete('*/api/key-profiles/3', () =>
      HttpResponse.json({ message, code: 'key_profile_in_use', dependents }, { status: 409 }),
    ),
  )
  const page = renderApp('/key-profiles?dialog=delete&id=3', { user })
  await page.events.click(await page.findByRole('button', { name: 'Profili sil' }))
  expect(await page.findByRole('link', { name: 'T-0214' })).toHaveAttribute('href', '/terminals/214')
})
