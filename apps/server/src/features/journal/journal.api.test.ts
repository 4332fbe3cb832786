import { randomUUID } from 'node:crypto'
import { journalApi, type JournalInput } from '@dalyan/contracts/journal'
import { tanksApi } from '@dalyan/contracts/tanks'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantAt } from '../../core/clock.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import type { TestUser } from '../../../tests/test-users.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const minutesAgo = (minutes: number) => instantAt(kit.clock.now() - minutes * 60_000)
const givenTank = () => kit.given.tank({ firm_id: kit.ownFirm.id })

function entryOf(tank_id: number, given: Partial<JournalInput> = {}): JournalInput {
  return {
    id: randomUUID(),
    tank_id,
    kind: 'feeding',
    at: minutesAgo(0),
    amount: 2.5,
    unit: 'kg',
    note: null,
    ...given,
  }
}
const write = (body: JournalInput, caller: TestUser = kit.as.operator) => caller.post(journalApi.write, { body })
const list = async (query: object, caller: TestUser = kit.as.customer) =>
  (await caller.get(journalApi.list, { query })).body

describe('an entry of the journal', () => {
  test('is stored as it was written, and read by every user of the firm', async () => {
    const tank = await givenTank()
    const input = entryOf(tank.id, { note: ' iştahlı ' })
    const entry = {
      ...input,
      tank_id: undefined,
      tank: { id: tank.id, code: tank.code, name: tank.name },
      note: 'iştahlı',
      corrects: null,
      withdrawn: false,
      corrected_by: null,
      created_by: { id: kit.as.operator.id },
      created_at: instantAt(kit.clock.now()),
    }
    const { tank_id: _, ...stored } = entry
    expect(await write(input)).toMatchObject({ status: 201, body: stored })
    expect(await list({ tank_id: tank.id })).toMatchObject({ total: 1, data: [stored] })
  })

  test('that is sent twice is stored once, also at the same time and after its tank was deleted', async () => {
    const tank = await givenTank()
    const input = entryOf(tank.id)
    const replies = await Promise.all([write(input), write(input), write({ ...input, amount: 7 })])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    const { total, data } = await list({ tank_id: tank.id })
    expect(total).toBe(1)
    await kit.as.admin.delete(tanksApi.remove, { params: { id: tank.id } })
    expect(await write(input, kit.as.admin)).toMatchObject({ status: 200, body: { amount: data[0]?.amount } })
    expect(await write(entryOf(tank.id), kit.as.admin)).toMatchObject({ status: 409, body: { code: 'record_deleted' } })
  })

  test('that another user of the firm sends again is not written a second time', async () => {
    const input = entryOf((await givenTank()).id)
    await write(input)
    const reply = await write(input, kit.as.admin)
    expect(reply).toMatchObject({ status: 200, body: { created_by: { id: kit.as.operator.id } } })
  })

  test('with the id of a foreign entry neither changes nor shows that entry', async () => {
    const foreign = await kit.given.tank({ firm_id: (await kit.given.firm()).id })
    const input = entryOf(foreign.id)
    await write(input, kit.as.admin)
    expect((await write({ ...input, tank_id: (await givenTank()).id })).status).toBe(404)
    expect(await list({ tank_id: foreign.id })).toMatchObject({ total: 0 })
  })

  test('of a foreign tank, of the future, or with bad values is refused', async () => {
    const [own, foreign] = [await givenTank(), await kit.given.tank({ firm_id: (await kit.given.firm()).id })]
    const refused: [Partial<JournalInput>, string][] = [
      [{ tank_id: foreign.id }, 'tank_id'],
      [{ at: minutesAgo(-6) }, 'at'],
      [{ amount: -1 }, 'amount'],
      [{ note: 'x'.repeat(2001) }, 'note'],
      [{ id: 'no uuid' }, 'id'],
      [{ withdrawn: true }, 'corrects'],
      [{ corrects: randomUUID() }, 'corrects'],
    ]
    for (const [given, field] of refused) {
      const { status, body } = await write(entryOf(own.id, given))
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
    }
    expect(await list({ tank_id: own.id })).toMatchObject({ total: 0 })
  })
})

describe('a correction of a journal entry', () => {
  test('is a new entry, and both stay in the journal', async () => {
    const tank = await givenTank()
    const wrong = entryOf(tank.id, { at: minutesAgo(5) })
    await write(wrong)
    const right = entryOf(tank.id, { amount: 3, at: wrong.at, corrects: wrong.id })
    expect(await write(right)).toMatchObject({ status: 201, body: { corrects: wrong.id } })
    const { data } = await list({ tank_id: tank.id })
    expect(Object.fromEntries(data.map(({ id, corrected_by }) => [id, corrected_by]))).toEqual({
      [wrong.id]: right.id,
      [right.id]: null,
    })
    expect((await list({ tank_id: tank.id, valid: true })).data).toMatchObject([{ id: right.id }])
    expect((await list({ tank_id: tank.id, valid: false })).data).toMatchObject([{ id: wrong.id }])
  })

  test('may say that an entry never happened', async () => {
    const tank = await givenTank()
    const wrong = entryOf(tank.id)
    await write(wrong)
    const undone = { id: randomUUID(), tank_id: tank.id, kind: wrong.kind, at: wrong.at, corrects: wrong.id }
    expect(await write({ ...undone, withdrawn: true })).toMatchObject({ status: 201, body: { withdrawn: true } })
    expect(await list({ tank_id: tank.id, valid: true })).toMatchObject({ total: 0, data: [] })
  })

  test('of an entry that was corrected already is refused, also at the same time', async () => {
    const tank = await givenTank()
    const wrong = entryOf(tank.id)
    await write(wrong)
    const twice = [entryOf(tank.id, { corrects: wrong.id }), entryOf(tank.id, { corrects: wrong.id })]
    const replies = await Promise.all(twice.map((entry) => write(entry)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await write(entryOf(tank.id, { corrects: wrong.id }))).toMatchObject({
      status: 409,
      body: { code: 'already_corrected' },
    })
  })

  test('of an entry of another tank is refused', async () => {
    const wrong = entryOf((await givenTank()).id)
    await write(wrong)
    const reply = await write(entryOf((await givenTank()).id, { corrects: wrong.id }))
    expect(reply).toMatchObject({ status: 422, body: { errors: { corrects: [expect.any(String)] } } })
  })
})

describe('the journal', () => {
  test('is listed by time, newest first, and filtered by tank, kind and time', async () => {
    const tank = await givenTank()
    const kinds = ['feeding', 'mortality', 'cleaning'] as const
    for (const [i, kind] of kinds.entries()) await write(entryOf(tank.id, { kind, at: minutesAgo(30 - 10 * i) }))
    const found = async (query: object) => (await list({ tank_id: tank.id, ...query })).data.map(({ kind }) => kind)
    expect(await found({})).toEqual(['cleaning', 'mortality', 'feeding'])
    expect(await found({ kind: ['feeding', 'cleaning'], sort: [{ field: 'at', descending: false }] })).toEqual([
      'feeding',
      'cleaning',
    ])
    expect(await found({ from: minutesAgo(20) })).toEqual(['cleaning', 'mortality'])
    expect(await found({ to: minutesAgo(20) })).toEqual(['mortality', 'feeding'])
  })

  test('is read over all tanks of the caller, and filtered by author and by a part of the note', async () => {
    const [one, other] = [await givenTank(), await givenTank()]
    const foreign = await kit.given.tank({ firm_id: (await kit.given.firm()).id })
    const author = await kit.someone({ role: 'operator', firm_id: kit.ownFirm.id, name: 'Işıl Öztürk' })
    const word = randomUUID().slice(0, 8)
    await write(entryOf(one.id, { note: `Pompa ÇALIŞMIYOR ${word}` }), author)
    await write(entryOf(other.id, { note: `Pompa ÇALIŞMIYOR ${word}` }))
    await write(entryOf(foreign.id, { note: `Pompa ÇALIŞMIYOR ${word}` }), kit.as.admin)
    const tanksOf = async (query: object, caller?: TestUser) =>
      (await list(query, caller)).data.map(({ tank }) => tank.id).toSorted()
    expect(await tanksOf({ search: word })).toEqual([one.id, other.id])
    expect(await tanksOf({ search: word }, kit.as.admin)).toEqual([one.id, other.id, foreign.id])
    expect(await tanksOf({ search: `calismiyor ${word}` })).toEqual([one.id, other.id])
    expect(await tanksOf({ search: word, created_by: author.id })).toEqual([one.id])
    const authors = async (caller: TestUser) => (await caller.get(journalApi.authors)).body.data
    expect(await authors(kit.as.customer)).toContainEqual({ id: author.id, name: 'Işıl Öztürk' })
    expect((await authors(kit.as.customer)).map(({ id }) => id)).not.toContain(kit.as.admin.id)
    expect((await authors(kit.as.admin)).map(({ id }) => id)).toContain(kit.as.admin.id)
  })

  test('remembers the newest entry of each kind that holds, however long ago it was written', async () => {
    const tank = await givenTank()
    await write(entryOf(tank.id, { kind: 'treatment', amount: 40, unit: 'ml', at: minutesAgo(60 * 24 * 90) }))
    await write(entryOf(tank.id, { amount: 2, at: minutesAgo(30) }))
    const wrong = entryOf(tank.id, { amount: 20, at: minutesAgo(20) })
    await write(wrong)
    await write(entryOf(tank.id, { at: wrong.at, corrects: wrong.id, withdrawn: true }))
    const last = async (caller: TestUser) =>
      (await caller.get(journalApi.last, { query: { tank_id: tank.id } })).body.data.map(({ kind, amount }) => [
        kind,
        amount,
      ])
    expect((await last(kit.as.operator)).toSorted()).toEqual([
      ['feeding', 2],
      ['treatment', 40],
    ])
    const stranger = await kit.someone({ role: 'operator', firm_id: (await kit.given.firm()).id })
    expect(await last(stranger)).toEqual([])
  })

  test('sums the feed and the deaths of each local day, of the entries that hold', async () => {
    const [one, other] = [await givenTank(), await givenTank()]
    const firm = { firm_id: (await kit.given.firm()).id }
    const foreign = await kit.given.tank(firm)
    const wrong = entryOf(one.id, { amount: 99, at: '2026-11-19T08:00:00.000Z' })
    const right = entryOf(one.id, { amount: 1.5, at: wrong.at, corrects: wrong.id })
    const written = [
      wrong,
      right,
      entryOf(other.id, { amount: 500, unit: 'g', at: '2026-11-19T09:00:00.000Z' }),
      // Half past midnight of the next day in Istanbul.
      entryOf(other.id, { amount: 4, unit: 'KG ', at: '2026-11-19T21:30:00.000Z' }),
      entryOf(other.id, { kind: 'mortality', amount: 3, unit: 'adet', at: '2026-11-19T10:00:00.000Z' }),
    ]
    for (const entry of written) await write(entry)
    await write(entryOf(foreign.id, { amount: 7, at: '2026-11-19T10:00:00.000Z' }), kit.as.admin)
    const sums = async (query: object, caller = kit.as.customer) =>
      (
        await caller.get(journalApi.sums, {
          query: { from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z', ...query },
        })
      ).body.data
    expect(await sums({})).toEqual([
      { day: '2026-11-20', kind: 'feeding', entries: 1, amounts: [{ amount: 4, unit: 'kg' }] },
      { day: '2026-11-19', kind: 'feeding', entries: 2, amounts: [{ amount: 2, unit: 'kg' }] },
      { day: '2026-11-19', kind: 'mortality', entries: 1, amounts: [{ amount: 3, unit: 'adet' }] },
    ])
    expect(await sums({ tank_id: one.id })).toMatchObject([{ amounts: [{ amount: 1.5 }] }])
    expect(await sums({ kind: ['mortality'] })).toMatchObject([{ kind: 'mortality' }])
    expect((await sums({ kind: ['feeding'] }, kit.as.admin)).at(-1)).toMatchObject({ amounts: [{ amount: 9 }] })
    const refused = await kit.as.customer.get(journalApi.sums, { query: { from: '2020-01-01T00:00:00.000Z' } })
    expect(refused).toMatchObject({ status: 422, body: { errors: { from: [expect.any(String)] } } })
  })

  test('is exported with its filters, safe in a spreadsheet', async () => {
    const tank = await givenTank()
    const wrong = entryOf(tank.id, { note: '=cmd()', at: '2026-11-20T10:00:00.250Z' })
    await write(wrong)
    await write(entryOf(tank.id, { corrects: wrong.id, amount: 3.25, at: '2026-11-20T11:00:00.000Z' }))
    const file = async (query: string, delimiter: string) => {
      const url = `/api/journal/export?tank_id=${tank.id}&${query}`
      const reply = await kit.app.server.inject({
        url,
        headers: { authorization: `Bearer ${kit.as.customer.token}` },
      })
      expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
      return parse<Record<string, string>>(reply.body, { bom: true, columns: true, delimiter })
    }
    expect(await file('locale=en', ',')).toMatchObject([
      { at: '2026-11-20T11:00:00.000Z', amount: '3.25', standing: 'valid', corrects: wrong.id },
      {
        at: '2026-11-20T10:00:00.250Z',
        tank_code: tank.code,
        kind: 'feeding',
        unit: 'kg',
        note: "'=cmd()",
        standing: 'corrected',
        id: wrong.id,
      },
    ])
    expect(await file('locale=tr&valid=1', ';')).toMatchObject([
      { Zaman: '20.11.2026 14:00:00', İş: 'Yemleme', Miktar: '3,25', Geçerlilik: 'Geçerli' },
    ])
  })
})
