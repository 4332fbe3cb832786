import { integrationsApi } from '@dalyan/contracts/integrations'
import { logsApi } from '@dalyan/contracts/logs'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

async function make(firm_id: number | null, name = 'Çiftlik ağı') {
  const { status, body } = await kit.as.admin.post(integrationsApi.create, {
    body: { kind: 'chirpstack', name, firm_id },
  })
  expect(status).toBe(201)
  return body
}

test('the secret of an integration is shown once, and the database stores only a hash', async () => {
  const { id, secret } = await make(kit.ownFirm.id)
  expect(secret).toMatch(/^[\w-]{43}$/)
  const { body } = await kit.as.admin.get(integrationsApi.list)
  expect(body.data.find((each) => each.id === id)).toMatchObject({
    kind: 'chirpstack',
    name: 'Çiftlik ağı',
    firm: kit.ownFirm,
    last_success_at: null,
    last_failure: null,
  })
  const { rows } = await kit.database.query('select * from integrations where id = $1', [id])
  expect(JSON.stringify([body, rows])).not.toContain(secret)
})

test('an integration needs a known kind, a name, and a firm that exists, or null for every firm', async () => {
  const post = (body: object) => kit.as.admin.post(integrationsApi.create, { body } as never)
  const valid = { kind: 'things_stack', name: 'Ağ', firm_id: null }
  expect(await post({ ...valid, name: ' ' })).toMatchObject({ status: 422, body: { errors: { name: [{}] } } })
  expect(await post({ ...valid, kind: 'sigfox' })).toMatchObject({ status: 422, body: { errors: { kind: [{}] } } })
  expect(await post({ ...valid, firm_id: 99_999 })).toMatchObject({ status: 422, body: { code: 'unknown_firm' } })
  expect((await post(valid)).status).toBe(201)
})

test('making and removing an integration is audited without its secret', async () => {
  const { id, secret } = await make(kit.ownFirm.id, 'Denetlenen')
  expect((await kit.as.admin.delete(integrationsApi.remove, { params: { id } })).status).toBe(204)
  expect((await kit.as.admin.delete(integrationsApi.remove, { params: { id } })).status).toBe(404)
  const { body } = await kit.as.admin.get(logsApi.audit, { query: { target: ['integration'], target_id: id } })
  expect(body.data.map(({ event, target }) => [event, target?.name])).toEqual([
    ['integration_deleted', 'Denetlenen'],
    ['integration_created', 'Denetlenen'],
  ])
  expect(JSON.stringify(body)).not.toContain(secret)
})

test('a LoRaWAN address is stored in capital digits and belongs to one live terminal', async () => {
  const first = await kit.given.terminal({ device_eui: '70:b3:d5:7e:d0:05:b8:9a' })
  expect(first.device_eui).toBe('70B3D57ED005B89A')
  const post = (device_eui: string) => kit.as.admin.post(terminalsApi.create, { body: { code: 'LORA-2', device_eui } })
  expect(await post('70B3D57ED005B89A')).toMatchObject({
    status: 409,
    body: { code: 'device_eui_taken', errors: { device_eui: [{}] } },
  })
  expect(await post('70B3')).toMatchObject({ status: 422, body: { errors: { device_eui: [{}] } } })
  const other = await kit.given.terminal()
  const change = { params: { id: other.id }, body: { device_eui: '70B3D57ED005B89A' } }
  expect(await kit.as.admin.put(terminalsApi.update, change)).toMatchObject({
    status: 409,
    body: { code: 'device_eui_taken' },
  })
  await kit.as.admin.delete(terminalsApi.remove, { params: { id: first.id } })
  expect((await kit.as.admin.put(terminalsApi.update, change)).status).toBe(200)
  expect(await kit.as.admin.post(terminalsApi.restore, { params: { id: first.id } })).toMatchObject({
    status: 409,
    body: { code: 'device_eui_taken' },
  })
})

test('a file of terminals may name LoRaWAN addresses, each once', async () => {
  const csv = 'code,device_eui\nDOSYA-1,70b3d57ed005b801\nDOSYA-2,70B3D57ED005B801\nDOSYA-3,70B3\nDOSYA-4,'
  const bad = await kit.as.admin.post(terminalsApi.createFromFile, { body: { csv, dry_run: true } })
  expect(bad.body.rows.map(({ errors }) => Object.keys(errors ?? {}))).toEqual([[], ['device_eui'], ['device_eui'], []])
  const good = 'code;LoRaWAN adresi (EUI)\nDOSYA-1;70b3d57ed005b801\nDOSYA-4;'
  const made = await kit.as.admin.post(terminalsApi.createFromFile, { body: { csv: good, dry_run: false } })
  expect(made).toMatchObject({ status: 201, body: { created: 2 } })
  const { body } = await kit.as.admin.get(terminalsApi.list, { query: { search: '70B3D57ED005B801' } })
  expect(body.data).toMatchObject([{ code: 'DOSYA-1', device_eui: '70B3D57ED005B801' }])
})
