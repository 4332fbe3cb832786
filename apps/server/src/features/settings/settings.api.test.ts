import { brandingApi } from '@dalyan/contracts/branding'
import { settingsApi } from '@dalyan/contracts/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { settingsRepository } from './settings.repository.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

test('anybody may ask whether registration is open', async () => {
  expect(await kit.as.visitor.get(settingsApi.selfSignup)).toMatchObject({ status: 200, body: { enabled: false } })
  await settingsRepository.set(kit.database, 'self_signup', true)
  expect((await kit.as.visitor.get(settingsApi.selfSignup)).body).toEqual({ enabled: true })
})

test('name and title go out URL-encoded', async () => {
  expect((await kit.as.visitor.get(settingsApi.system)).body).toEqual({ system_name: 'Dalyan', system_title: 'Dalyan' })
  await settingsRepository.set(kit.database, 'system_title', 'Şükrü & Oğulları 100%')
  expect((await kit.as.visitor.get(settingsApi.system)).body.system_title).toBe(
    '%C5%9E%C3%BCkr%C3%BC%20%26%20O%C4%9Fullar%C4%B1%20100%25',
  )
})

test('the brand comes with the address of the deployment', async () => {
  const { status, body } = await kit.as.visitor.get(brandingApi.config)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { success: true, data: { name: { original: 'Dalyan' }, theme: { primaryColor: '#1976D2' } } },
  })
  expect(body.data.domain.apiUrl).toMatch(/^http:\/\//)
})
