import { logsApi } from '@dalyan/contracts/logs'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())
beforeEach(() => void kit.emitted())

const send = (csv: string, dry_run = false) => kit.as.admin.post(tanksApi.createFromFile, { body: { csv, dry_run } })
const live = async (search: string) =>
  (await kit.as.admin.get(tanksApi.list, { query: { search, per_page: 200 } })).body.data

describe('a valid file of tanks', () => {
  test('creates its tanks with the values of all columns', async () => {
    const template = await kit.given.rangeTemplate({ name: 'Çipura yavru' })
    const [one, two] = [await kit.given.terminal(), await kit.given.terminal()]
    kit.emitted()
    const header = 'Kod;Tank adı;Firma kodu;Aralık şablonu;Durum;Atanmış terminaller;Konum;İl;İlçe;Adres;Notlar'
    const csv = `${header}\nTNK-A1;=Levrek 1;${kit.ownFirm.code};cipura YAVRU;Aktif;${one.code} | ${two.code};Kuzey;izmir;URLA;İskele;@not\nTNK-A2;Boş;;;;;;;;;`
    const dry = await send(csv, true)
    expect(dry).toMatchObject({ status: 200, body: { created: 0, rows: [{ ok: true }, { ok: true }] } })
    expect(await live('TNK-A')).toEqual([])

    expect(await send(csv)).toMatchObject({ status: 201, body: { created: 2 } })
    const [first, second] = await live('TNK-A')
    expect(first).toMatchObject({
      code: 'TNK-A1',
      name: '=Levrek 1',
      firm: { id: kit.ownFirm.id },
      range_template: { id: template.id },
      status: 'active',
      iots: [{ code: one.code }, { code: two.code }],
      location: 'Kuzey',
      province: 'İzmir',
      district: 'Urla',
      address: 'İskele',
      notes: '@not',
      last_modified_by: { id: kit.as.admin.id },
    })
    expect(second).toMatchObject({ status: 'inactive', firm: null, iots: [], notes: null })
    expect(kit.emitted()).toContainEqual({ name: 'tank.changed', data: { id: first?.id } })
    const log = await kit.as.admin.get(logsApi.tank, { params: { id: first?.id ?? 0 } })
    expect(log.body.data.map(({ event }) => event)).toEqual(['terminal_assigned', 'terminal_assigned', 'created'])
  })

  test('takes a firm by its name too, unless several have it', async () => {
    const named = await kit.given.firm({ name: 'Ege Su Ürünleri' })
    expect((await send('Kod,Ad,Firma\nTNK-F1,Levrek,EGE SU ÜRÜNLERİ')).status).toBe(201)
    expect((await live('TNK-F1'))[0]).toMatchObject({ firm: { id: named.id } })
    await kit.given.firm({ name: 'Ege su ürünleri' })
    const { status, body } = await send('Kod,Ad,Firma\nTNK-F2,Levrek,Ege Su Ürünleri')
    expect(status).toBe(422)
    expect(body.rows[0]?.errors).toEqual({ firm_code: ['Bu adda birden çok firma var; kodunu yazın.'] })
    // A code goes before a name.
    const coded = await kit.given.firm({ code: 'F-9', name: 'Dokuz' })
    await kit.given.firm({ name: 'F-9' })
    expect((await send('Kod,Ad,Firma\nTNK-F3,Levrek,F-9')).status).toBe(201)
    expect((await live('TNK-F3'))[0]).toMatchObject({ firm: { id: coded.id } })
  })

  test('moves a terminal from another tank, like a manual assignment', async () => {
    const before = await kit.given.tank({ status: 'active' })
    const terminal = before.iots[0]
    expect((await send(`code,name,iot_codes\nTNK-B1,Yeni,${terminal?.code}`)).status).toBe(201)
    const { body } = await kit.as.admin.get(tanksApi.get, { params: { id: before.id } })
    expect(body.iots).toEqual([])
    expect((await live('TNK-B1'))[0]?.iots).toMatchObject([{ id: terminal?.id }])
  })

  test('creates a thousand tanks within seconds', async () => {
    await kit.database.query(
      `insert into terminals (code, status) select 'MANY-' || n, 'active' from generate_series(1, 1000) n`,
    )
    const lines = Array.from({ length: 1_000 }, (_, n) => `TNK-M${n + 1};Tank ${n + 1};Aktif;MANY-${n + 1}`)
    const began = performance.now()
    const { status, body } = await send(`Kod;Tank adı;Durum;Atanmış terminaller\n${lines.join('\n')}`)
    expect(status).toBe(201)
    expect(body.created).toBe(1_000)
    expect((performance.now() - began) / 1000).toBeLessThan(45)
    const { rows } = await kit.database.query(
      `select count(*) as n from tanks k join terminal_assignments a on a.tank_id = k.id where k.code like 'TNK-M%' and k.status = 'active'`,
    )
    expect(rows).toEqual([{ n: 1_000 }])
  })
})

describe('an invalid row of a tank file', () => {
  test.each([
    ['no name', 'code,name\nBAD-1,', 'name', 'Tank adı gerekli'],
    ['an invalid code', 'code,name\nbad 1,Ad', 'code', 'Kod formatı geçersiz (A-Z, 0-9, -, _)'],
    ['an unknown firm', 'code,name,firm_code\nBAD-1,Ad,NO-SUCH', 'firm_code', 'Böyle bir firma yok.'],
    [
      'an unknown template',
      'code,name,range_template\nBAD-1,Ad,Yok',
      'range_template',
      'Böyle bir aralık şablonu yok.',
    ],
    [
      'an unknown terminal',
      'code,name,iot_codes\nBAD-1,Ad,YOK-1 YOK-2',
      'iot_codes',
      'Böyle bir terminal yok: YOK-1, YOK-2',
    ],
    [
      'status active without a terminal',
      'code,name,status\nBAD-1,Ad,Aktif',
      'status',
      'Aktif durum için önce bir Terminal atanmalıdır',
    ],
    [
      'a province that is too long',
      `code,name,province\nBAD-1,Ad,${'a'.repeat(61)}`,
      'province',
      'En çok 60 karakter olmalı.',
    ],
    ['a control character', 'code,name\nBAD-1,A\u0007d', 'name', 'Görünmeyen denetim karakterleri kullanılamaz.'],
    ['a cell too many', 'code,name\nBAD-1,Levrek, larva', 'row', undefined],
  ])('with %s is refused at its column', async (_title, csv, column, text) => {
    const reply = await send(csv)
    expect(reply).toMatchObject({ status: 422, body: { code: 'csv_rows_invalid', created: 0 } })
    const [row] = reply.body.rows
    expect(Object.keys(row?.errors ?? {})).toEqual([column])
    if (text) expect(row?.errors?.[column]).toEqual([text])
    expect(await live('BAD-1')).toEqual([])
  })

  test('a banned terminal does not make a tank active', async () => {
    const banned = await kit.given.terminal({ status: 'banned' })
    const { body } = await send(`code,name,status,iot_codes\nBAD-2,Ad,active,${banned.code}`, true)
    expect(body.rows[0]?.errors).toEqual({ status: ['Aktif durum için önce bir Terminal atanmalıdır'] })
  })

  test('a deleted firm, template and terminal are unknown', async () => {
    const [firm, template, terminal] = [
      await kit.given.firm(),
      await kit.given.rangeTemplate(),
      await kit.given.terminal(),
    ]
    await kit.database.query(`update firms set status = 'deleted' where id = $1`, [firm.id])
    await kit.database.query('update range_templates set deleted_at = now() where id = $1', [template.id])
    await kit.database.query(`update terminals set status = 'deleted' where id = $1`, [terminal.id])
    const { body } = await send(
      `code,name,firm_code,range_template,iot_codes\nBAD-3,Ad,${firm.code},${template.name},${terminal.code}`,
      true,
    )
    expect(Object.keys(body.rows[0]?.errors ?? {}).toSorted()).toEqual(['firm_code', 'iot_codes', 'range_template'])
  })

  test('a terminal or a code in two rows and a code in use are refused', async () => {
    const [terminal, taken] = [await kit.given.terminal(), await kit.given.tank()]
    const { body } = await send(
      `code,name,iot_codes\nMIX-1,Bir,${terminal.code}\nMIX-2,İki,${terminal.code}\nMIX-1,Üç,\n${taken.code},Dört,`,
    )
    expect(body.rows).toMatchObject([
      { line: 2, ok: true },
      { line: 3, ok: false, errors: { iot_codes: [`${terminal.code} terminali dosyada 2. satırda da var.`] } },
      { line: 4, ok: false, errors: { code: ['Dosyada 2. satırda da var.'] } },
      { line: 5, ok: false, errors: { code: ['Bu kod kullanılıyor.'] } },
    ])
    expect(await live('MIX-')).toEqual([])
  })
})

test('a tank file without a required column is refused', async () => {
  const reply = await send('Kod;İl\nTNK-1;İzmir')
  expect(reply).toMatchObject({
    status: 422,
    body: { errors: { csv: ['İlk satırda “Tank adı” sütunu yok. Orada olanlar: “Kod”, “İl”.'] } },
  })
})

test('a code that another user takes while a file is written is reported, and no tank of the file is created', async () => {
  const terminal = await kit.given.terminal()
  const { writing } = await kit.database.transact(async (on) => {
    await on.query(`insert into tanks (code, name) values ('LATE-2', 'Önce')`)
    const writing = send(`code,name,iot_codes\nLATE-1,Bir,${terminal.code}\nLATE-2,İki,`)
    await on.query('select pg_sleep(0.5)')
    return { writing }
  })
  const refused = await writing
  expect(refused.status).toBe(422)
  expect(refused.body.rows).toMatchObject([{ ok: true }, { ok: false, errors: { code: ['Bu kod kullanılıyor.'] } }])
  expect((await live('LATE-')).map(({ name }) => name)).toEqual(['Önce'])
})
