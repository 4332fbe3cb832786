import { createHash } from 'node:crypto'
import { logsApi } from '@dalyan/contracts/logs'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { createLogger } from '../../core/log.ts'
import { createAudit } from '../logs/audit-log.ts'
import { createLogWriters } from '../logs/log-writer.ts'
import { settingsRepository } from '../settings/settings.repository.ts'
import { createTerminalsFromFile } from './terminals-from-file.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())
beforeEach(() => void kit.emitted())

const send = (csv: string, dry_run = false, headers = {}) =>
  kit.as.admin.post(terminalsApi.createFromFile, { body: { csv, dry_run }, headers })
const live = async (search: string) =>
  (await kit.as.admin.get(terminalsApi.list, { query: { search, per_page: 200 } })).body.data
async function waiting(code: string): Promise<number> {
  const { rows } = await kit.database.query<{ id: number }>(
    `insert into terminals (code, status, first_try_at, last_try_at) values ($1, 'unauthorized', now(), now()) returning id`,
    [code],
  )
  await kit.database.query(`insert into terminal_keys (terminal_id, hash) values ($1, '\\x00')`, [rows[0]?.id])
  return rows[0]?.id ?? 0
}

describe('a valid file of terminals', () => {
  test('a dry run answers that all rows are good and creates no terminal', async () => {
    const reply = await send('Kod;Durum\nDRY-1;Aktif\nDRY-2;\n', true)
    expect(reply).toMatchObject({ status: 200 })
    expect(reply.body).toEqual({
      rows: [
        { line: 2, code: 'DRY-1', ok: true },
        { line: 3, code: 'DRY-2', ok: true },
      ],
      created: 0,
      ignored_columns: [],
    })
    expect(await live('DRY-')).toEqual([])
    expect(kit.emitted()).toEqual([])
  })

  test('a file creates its terminals with the values of all columns', async () => {
    const tank = await kit.given.tank()
    kit.emitted()
    const reply = await send(
      `Beklenen aralık (sn);Sessizlik sınırı (sn);IP adresi;Tank kodu;Durum;Kod;Renk\n60;600;10.0.0.7;${tank.code};Askıda;ALL-1;mavi\n;;;;;ALL-2;\n`,
    )
    expect(reply).toMatchObject({ status: 201, body: { created: 2, ignored_columns: ['Renk'] } })
    const made = await live('ALL-')
    expect(made).toMatchObject([
      {
        code: 'ALL-1',
        status: 'suspended',
        ip_address: '10.0.0.7',
        expected_interval_seconds: 60,
        offline_after_seconds: 600,
        tank: { id: tank.id },
        last_modified_by: { id: kit.as.admin.id },
      },
      {
        code: 'ALL-2',
        status: 'active',
        ip_address: null,
        expected_interval_seconds: null,
        offline_after_seconds: null,
        tank: null,
      },
    ])
    const changed = kit.emitted().filter(({ name }) => name === 'terminal.changed')
    expect(changed).toContainEqual({ name: 'terminal.changed', data: { id: made[0]?.id, tank_ids: [tank.id] } })
    expect(changed).toContainEqual({ name: 'terminal.changed', data: { id: made[1]?.id, tank_ids: [] } })
  })

  test('each terminal of a file gets its own key, stored as a hash alone, accepted at once and absent from logs', async () => {
    const { body } = await send('code\nKEY-1\nKEY-2')
    expect(body.keys?.map(({ code }) => code)).toEqual(['KEY-1', 'KEY-2'])
    expect(new Set(body.keys?.map(({ key }) => key)).size).toBe(2)
    for (const { code, key } of body.keys ?? []) {
      expect(await kit.send({ code, key }, { ph: 8 })).toBe(201)
      const { rows } = await kit.database.query(
        `select t.code from terminal_keys k join terminals t on t.id = k.terminal_id where k.hash = $1`,
        [createHash('sha256').update(key).digest()],
      )
      expect(rows).toEqual([{ code }])
    }
    const logs = await kit.database.query('select json_agg(l)::text as text from terminal_logs l')
    for (const { key } of body.keys ?? []) expect(JSON.stringify(logs.rows)).not.toContain(key)
  })

  test('each terminal of a file has the first entry of its log', async () => {
    const tank = await kit.given.tank()
    await send(`code,tank_code\nLOG-1,${tank.code}`)
    const [terminal] = await live('LOG-1')
    const { body } = await kit.as.admin.get(logsApi.terminal, { params: { id: terminal?.id ?? 0 } })
    expect(body.data).toMatchObject([
      { event: 'tank_assigned', meta: { from: null, to: { code: tank.code } } },
      { event: 'created', meta: { status: 'active' }, processor: { type: 'user', id: kit.as.admin.id } },
    ])
  })

  test('a device that waits under a code of the file becomes its terminal, with a new key', async () => {
    const id = await waiting('WAIT-1')
    const { status, body } = await send('code\nWAIT-1\nWAIT-2')
    expect(status).toBe(201)
    expect((await live('WAIT-')).map((terminal) => [terminal.id === id, terminal.status])).toEqual([
      [true, 'active'],
      [false, 'active'],
    ])
    const { rows } = await kit.database.query(
      'select encode(hash, $2) as hash from terminal_keys where terminal_id = $1',
      [id, 'hex'],
    )
    expect(rows).toEqual([
      {
        hash: createHash('sha256')
          .update(body.keys?.[0]?.key ?? '')
          .digest('hex'),
      },
    ])
  })

  test('a thousand terminals, each on its own tank, are created within seconds', async () => {
    await kit.database.query(
      `insert into tanks (code, name) select 'MANY-T-' || n, 'Tank' from generate_series(1, 1000) n`,
    )
    const lines = Array.from({ length: 1_000 }, (_, n) => `MANY-${n + 1};Aktif;MANY-T-${n + 1};60;`)
    const csv = `Kod;Durum;Tank kodu;Beklenen aralık (sn);IP adresi\n${lines.join('\n')}`
    const began = performance.now()
    const { status, body } = await send(csv)
    const seconds = (performance.now() - began) / 1000
    expect(status).toBe(201)
    expect(body.created).toBe(1_000)
    expect(body.keys).toHaveLength(1_000)
    expect(body.keys?.[999]?.code).toBe('MANY-1000')
    const { rows } = await kit.database.query(
      `select count(*) as n from terminals t join terminal_assignments a on a.terminal_id = t.id join tanks k on k.id = a.tank_id
       where k.code = replace(t.code, 'MANY-', 'MANY-T-') and a.to_at is null`,
    )
    expect(rows).toEqual([{ n: 1_000 }])
    // Takes half a second on an idle machine.
    expect(seconds).toBeLessThan(45)
  })
})

describe('an invalid row of a terminal file', () => {
  test.each([
    ['a small letter in the code', 'code\ntrm-1', 'code', 'Kod formatı geçersiz (A-Z, 0-9, -, _)'],
    ['no code', 'code,status\n,active', 'code', 'Kod gerekli'],
    [
      'an unknown status',
      'code,status\nBAD-1,çalışıyor',
      'status',
      'Böyle bir durum yok; olabilenler: Aktif, Pasif, Askıda, Yetkisiz, Yasaklı.',
    ],
    ['a status that only DELETE gives', 'code,status\nBAD-1,deleted', 'status', undefined],
    ['an unknown tank', 'code,tank_code\nBAD-1,NO-SUCH', 'tank_code', 'Böyle bir tank yok.'],
    ['an interval of nothing', 'code,expected_interval_seconds\nBAD-1,0', 'expected_interval_seconds', undefined],
    [
      'an interval that is no number',
      'code,expected_interval_seconds\nBAD-1,1 dk',
      'expected_interval_seconds',
      'Tam sayı olmalı.',
    ],
    ['a silence limit of a second', 'code,offline_after_seconds\nBAD-1,1', 'offline_after_seconds', undefined],
    ['half a silence limit', 'code;offline_after_seconds\nBAD-1;60,5', 'offline_after_seconds', 'Tam sayı olmalı.'],
    ['half an interval', 'code;expected_interval_seconds\nBAD-1;1,5', 'expected_interval_seconds', 'Tam sayı olmalı.'],
    ['an address that is none', 'code,ip_address\nBAD-1,10.0.0', 'ip_address', 'Geçerli bir IP adresi girin.'],
    ['a NUL in a tank', 'code,tank_code\nBAD-1,T\u0000', 'tank_code', 'Böyle bir tank yok.'],
    ['a cell too many', 'code,status\nBAD-1,active,x', 'row', undefined],
  ])('a row with %s is refused at its column', async (_title, csv, column, text) => {
    const reply = await send(csv)
    expect(reply).toMatchObject({ status: 422, body: { code: 'csv_rows_invalid', created: 0 } })
    const [row] = reply.body.rows
    expect(row).toMatchObject({ line: 2, ok: false })
    expect(Object.keys(row?.errors ?? {})).toEqual([column])
    if (text) expect(row?.errors?.[column]).toEqual([text])
    expect(reply.body).not.toHaveProperty('keys')
  })

  test('all rows are checked, and one bad row prevents all others from being created', async () => {
    const taken = await kit.given.terminal()
    kit.emitted()
    const csv = `code,status\nMIX-1,active\nMIX-1,active\n${taken.code},active\nMIX-2,nothing`
    const dry = await send(csv, true)
    expect(dry.status).toBe(200)
    expect(dry.body.rows).toMatchObject([
      { line: 2, ok: true },
      { line: 3, ok: false, errors: { code: ['Dosyada 2. satırda da var.'] } },
      { line: 4, ok: false, errors: { code: ['Bu kod kullanılıyor.'] } },
      { line: 5, ok: false },
    ])
    const done = await send(csv)
    expect(done).toMatchObject({ status: 422, body: { message: '3 satırda hata var; hiçbir kayıt oluşturulmadı.' } })
    expect(done.body.rows).toEqual(dry.body.rows)
    expect(await live('MIX-')).toEqual([])
    expect(kit.emitted()).toEqual([])
  })

  test("the problems of a file are reported in the caller's language", async () => {
    const reply = await send('code,tank_code\nBAD-1,NO-SUCH', true, { 'accept-language': 'en' })
    expect(reply.body.rows[0]?.errors).toEqual({ tank_code: ['There is no such tank.'] })
  })

  test('a file may use the code of a deleted terminal', async () => {
    const gone = await kit.given.terminal()
    await kit.as.admin.delete(terminalsApi.remove, { params: { id: gone.id } })
    expect((await send(`code\n${gone.code}`)).status).toBe(201)
  })
})

describe('an invalid file of terminals', () => {
  test.each([
    ['without names of columns', 'TRM-1;Aktif', 'İlk satırda “Kod” sütunu yok. Orada olanlar: “TRM-1;Aktif”.'],
    ['without a record', 'Kod\n', 'Dosyada kayıt yok.'],
    [
      'of 1,001 records',
      `Kod\n${Array.from({ length: 1_001 }, (_, n) => `X-${n}`).join('\n')}`,
      'Dosyada en çok 1000 kayıt olabilir; bu dosyada 1001 var.',
    ],
    ['with an open quotation mark', 'Kod;Durum\n"A;Aktif\n', undefined],
  ])('a file %s is refused as a whole', async (_title, csv, text) => {
    for (const dry of [true, false]) {
      const reply = await send(csv, dry)
      expect(reply.status).toBe(422)
      expect(Object.keys(reply.body.errors ?? {})).toEqual(['csv'])
      if (text) expect(reply.body.errors?.['csv']).toEqual([text])
    }
  })

  test('a file up to the size limit is read; a larger one is 413 and names the limit', async () => {
    const filled = (bytes: number) => `Kod;Notlar\nLONG-1;${'x'.repeat(bytes)}`
    expect((await send(filled(100_000), true)).status).toBe(200)
    const reply = await send(filled(1024 * 1024))
    expect(reply).toMatchObject({
      status: 413,
      body: { code: 'too_large', message: expect.stringContaining('1024 KiB') },
    })
  })

  test('a call must say whether it is a dry run', async () => {
    const reply = await kit.as.admin.post(terminalsApi.createFromFile, { body: { csv: 'Kod\nX-1' } as never })
    expect(reply).toMatchObject({ status: 422, body: { errors: { dry_run: expect.any(Array) } } })
  })
})

test('keys are returned even when a step after the commit fails', async () => {
  const { database, clock, app } = kit
  const needs = {
    ...createLogWriters({ database, events: app.events }),
    database,
    clock,
    events: app.events,
    log: createLogger('silent'),
    settings: settingsRepository,
    audit: createAudit({ clock }),
    touchTanks: async () => undefined,
    findTank: async () => undefined,
    findTanks: async () => new Map(),
    evaluateTanks: () => Promise.reject(new Error('the database is away')),
    directorySettled: async () => undefined,
  }
  const user = { id: kit.as.admin.id, name: 'Yönetici' }
  const { made } = await createTerminalsFromFile(needs, { csv: 'code\nSAFE-1', dry_run: false }, user)
  expect(made).toMatchObject([{ code: 'SAFE-1', key: expect.any(String) }])
})

describe('two files at once', () => {
  test('of two files with the same code, one is created completely and the other not at all', async () => {
    const replies = await Promise.all([send('code\nRACE-1\nRACE-2'), send('code\nRACE-3\nRACE-2')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const refused = replies.find(({ status }) => status === 422)
    expect(refused?.body.rows).toMatchObject([
      { ok: true },
      { line: 3, ok: false, errors: { code: ['Bu kod kullanılıyor.'] } },
    ])
    expect(await live('RACE-')).toHaveLength(2)
  })

  test('a code that another user takes during the import is reported, and no terminal of the file is created', async () => {
    const reply = await kit.database.transact(async (on) => {
      await on.query(`insert into terminals (code, status) values ('LATE-2', 'inactive')`)
      const writing = send('code\nLATE-1\nLATE-2')
      await on.query('select pg_sleep(0.5)')
      return { writing }
    })
    const refused = await reply.writing
    expect(refused.status).toBe(422)
    expect(refused.body.rows).toMatchObject([{ ok: true }, { ok: false, errors: { code: ['Bu kod kullanılıyor.'] } }])
    expect((await live('LATE-')).map(({ code }) => code)).toEqual(['LATE-2'])
  })
})
