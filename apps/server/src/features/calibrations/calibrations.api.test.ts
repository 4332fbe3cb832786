import { randomUUID } from 'node:crypto'
import { calibrationsApi, type CalibrationInput } from '@dalyan/contracts/calibrations'
import { journalApi } from '@dalyan/contracts/journal'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

const DAY = 86_400_000

let t: TestApp
let terminal: { id: number; code: string; key: string }
let tank: { id: number; code: string }
beforeAll(async () => {
  t = await startTestApp()
  terminal = await t.given.terminal()
  tank = await t.given.tank({ status: 'active', firm_id: t.ownFirm.id, iot_ids: [terminal.id] })
})
afterAll(() => t.close())

const ago = (days: number) => new Date(t.clock.now() - days * DAY).toISOString()

function calibration(part: Partial<CalibrationInput> = {}): CalibrationInput {
  return {
    id: randomUUID(),
    tank_id: tank.id,
    iot_id: terminal.id,
    metric: 'ph',
    at: ago(0),
    points: [
      { expected: 4.01, before: 4.15, after: 4.01 },
      { expected: 7, before: 7.03, after: 7 },
    ],
    lot: 'B-4471',
    next_in_days: 30,
    ...part,
  }
}

const write = (part: Partial<CalibrationInput> = {}, as = t.as.operator) =>
  as.post(calibrationsApi.write, { body: calibration(part) })

test('a calibration is evaluated, stored once, and is an entry of the journal', async () => {
  const body = calibration({ note: 'yeni tampon' })
  const first = await t.as.operator.post(calibrationsApi.write, { body })
  expect(first).toMatchObject({
    status: 201,
    body: {
      id: body.id,
      tank: { code: tank.code },
      iot: { code: terminal.code },
      slope: expect.closeTo(0.9632, 4),
      offset: expect.closeTo(0.085, 6),
      verdict: 'good',
      due_at: ago(-30),
      is_latest: true,
      created_by: { id: t.as.operator.id },
    },
  })
  expect(await t.as.operator.post(calibrationsApi.write, { body })).toMatchObject({ status: 200, body: first.body })
  const { data } = (await t.as.operator.get(journalApi.list, { query: { tank_id: tank.id, kind: ['calibration'] } }))
    .body
  expect(data).toMatchObject([
    { id: body.id, kind: 'calibration', note: `pH · ${terminal.code} · eğim %96 · sapma +0,09 · yeni tampon` },
  ])
  expect(t.emitted().filter(({ name }) => name === 'journal.written')).toHaveLength(1)
})

test('a calibration changes no reading', async () => {
  await t.deliver(terminal, { ph: 8.1 })
  await write({ points: [{ expected: 7, before: 7.5, after: 7 }] })
  const { last_measurement } = (await t.as.admin.get(tanksApi.get, { params: { id: tank.id } })).body
  expect(last_measurement?.ph?.value).toBe(8.1)
})

test('the due ones are those whose day comes within a week, the most overdue first, until the probe is calibrated again', async () => {
  const due = async () => {
    const { data } = (await t.as.operator.get(calibrationsApi.list, { query: { due: true } })).body
    return data.map(({ metric }) => metric)
  }
  await write({
    metric: 'salinity',
    at: ago(25),
    next_in_days: 30,
    points: [{ expected: 35, before: 33.2, after: 35 }],
  })
  await write({ metric: 'orp', at: ago(50), next_in_days: 30 })
  await write({ metric: 'conductivity', at: ago(2), next_in_days: 30 })
  await write({ metric: 'dissolved_oxygen', at: ago(400), next_in_days: null })
  expect(await due()).toEqual(['orp', 'salinity'])
  const { data } = (await t.as.operator.get(journalApi.list, { query: { search: 'Tuzluluk' } })).body
  expect(data).toMatchObject([{ note: `Tuzluluk · ${terminal.code} · sapma −1,8 ‰` }])
  await write({ metric: 'orp', at: ago(1), next_in_days: 30 })
  expect(await due()).toEqual(['salinity'])
})

test('a calibration whose entry in the journal is withdrawn does not count any more', async () => {
  const { body } = await write({ metric: 'cabinet_humidity', at: ago(40), next_in_days: 30 })
  const wrong = (await write({ metric: 'cabinet_humidity', at: ago(1), next_in_days: 300 })).body
  await t.as.operator.post(journalApi.write, {
    body: { id: randomUUID(), tank_id: tank.id, kind: 'calibration', at: ago(0), corrects: wrong.id, withdrawn: true },
  })
  const query = { metric: ['cabinet_humidity' as const] }
  const { data } = (await t.as.operator.get(calibrationsApi.list, { query })).body
  expect(data).toEqual([body])
  const due = (await t.as.operator.get(calibrationsApi.list, { query: { ...query, due: true } })).body
  expect(due.total).toBe(1)
})

test('a calibration of a foreign tank, a foreign terminal, or the future is refused at its field', async () => {
  const other = await t.given.terminal()
  const strange = await t.given.tank({ status: 'active', firm_id: (await t.given.firm()).id, iot_ids: [other.id] })
  const refused = async (part: Partial<CalibrationInput>) => {
    const { status, body } = await write(part)
    return [status, Object.keys((body as unknown as { errors: object }).errors)]
  }
  expect(await refused({ tank_id: strange.id, iot_id: other.id })).toEqual([422, ['tank_id']])
  expect(await refused({ iot_id: other.id })).toEqual([422, ['iot_id']])
  expect(await refused({ at: ago(-1) })).toEqual([422, ['at']])
  expect(await refused({ points: [] })).toEqual([422, ['points']])
  const { total } = (await t.as.operator.get(calibrationsApi.list, { query: { tank_id: strange.id } })).body
  expect(total).toBe(0)
})

test('the id of another entry of the journal is refused, and that entry stays', async () => {
  const id = randomUUID()
  const entry = { id, tank_id: tank.id, kind: 'note' as const, at: ago(0), note: 'su bulanık' }
  await t.as.operator.post(journalApi.write, { body: entry })
  expect(await write({ id })).toMatchObject({ status: 404 })
  const { data } = (await t.as.operator.get(journalApi.list, { query: { tank_id: tank.id, kind: ['note'] } })).body
  expect(data).toMatchObject([{ id, note: 'su bulanık' }])
})
