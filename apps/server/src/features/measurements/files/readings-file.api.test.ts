import { EXPORT_TYPES, measurementsApi } from '@dalyan/contracts/measurements'
import { FURTHER_METRICS, METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import type { Terminal } from '@dalyan/contracts/terminals'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '../../../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'
import { recordedReadings } from '../fixtures/recorded-readings.ts'
import { importHistory } from '../import/import-history.ts'
import type { Reading } from '../storing/reading.ts'
import { OPEN_HISTORY_GATES } from '../../../../tests/open-gates.ts'

const DAY = 86_400_000
const recorded = recordedReadings()
const START = Date.parse('2023-06-26T00:00:00Z')

let t: TestApp
let own: Tank
let foreign: Tank
let terminal: Terminal
let other: Terminal

beforeAll(async () => {
  t = await startTestApp()
  terminal = await t.given.terminal()
  other = await t.given.terminal()
  own = await t.given.tank({ firm_id: t.ownFirm.id, iot_ids: [terminal.id] })
  foreign = await t.given.tank({ firm_id: (await t.given.firm()).id, iot_ids: [other.id] })
  const placed = recorded.map((one) =>
    one.terminal_id === 1
      ? { ...one, terminal_id: terminal.id, tank_id: own.id }
      : { ...one, terminal_id: other.id, tank_id: foreign.id },
  )
  await importHistory({ database: t.database, gates: OPEN_HISTORY_GATES, readings: placed })
})
afterAll(() => t.close())

/** Downloads an export like a browser. */
async function download(query: Record<string, string> = {}, who: TestUser = t.as.admin, tank?: number) {
  const { path } = tank === undefined ? measurementsApi.export : measurementsApi.tankExport
  const reply = await t.app.server.inject({
    url: path.replace(':id', String(tank)),
    query,
    headers: { authorization: `Bearer ${who.token}` },
  })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload, text: reply.body }
}

/** Rows of the first sheet, dates as ISO text in UTC. */
async function sheetOf(bytes: Buffer) {
  const { sheets } = await readXlsx(bytes)
  return (sheets[0]?.rows ?? []).map((row) =>
    row.map((cell) => (cell instanceof Date ? cell.toISOString() : (cell as string | number | null))),
  )
}

const instant = (ms: number) => new Date(ms).toISOString()
const short = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(Number(value.toPrecision(6)))
const firstHour = { from: instant(START), to: instant(START + 3_600_000), sort: 'measured_at' }
const ownHour = recorded.filter((one) => one.terminal_id === 1 && one.measured_at < START + 3_600_000)

/** The metrics that every file has, or their values. */
const usual = <T>(all: readonly T[]): T[] => all.slice(0, METRIC_KEYS.length - FURTHER_METRICS.length)

describe('a CSV', () => {
  test('has a plain header, codes and all readings when no locale is given', async () => {
    const { status, headers, text } = await download(firstHour, t.as.customer, own.id)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(`attachment; filename="measurements_${own.code}_2023-06-26.csv"`)
    const lines = ownHour.map((one) =>
      [instant(one.measured_at), own.code, terminal.code, ...usual(one.values).map(short)].join(','),
    )
    expect(lines).toHaveLength(12)
    expect(text).toBe(
      `\uFEFFmeasured_at,tank_code,terminal_code,tank_temperature,ambient_temperature,cabinet_temperature,ambient_humidity,cabinet_humidity,ph,salinity,orp,conductivity\n${lines.join('\n')}\n`,
    )
  })

  test('in Turkish has semicolons, decimal commas, titles with units and Istanbul time', async () => {
    const { headers, text } = await download({ ...firstHour, locale: 'tr' }, t.as.customer, own.id)
    const [title, first] = text.split('\n')
    expect(headers['content-disposition']).toContain(`olcumler_${own.code}_2023-06-26.csv`)
    expect(title).toBe(
      '\uFEFFZaman;Tank;Terminal;Tank Sıcaklığı (°C);Ortam Sıcaklığı (°C);Kabin Sıcaklığı (°C);Ortam Nemi (%);Kabin Nemi (%);pH;Tuzluluk (‰);ORP (mV);İletkenlik (mS/cm)',
    )
    expect(first).toBe(
      `26.06.2023 03:00:00;${own.code};${terminal.code};15,878;19,45;28,29;58,75;;7,96;27,89;179,8;43,2465`,
    )
  })

  test('has the filters and the order of the list', async () => {
    const listed = async (query: Record<string, string>) => (await download(query)).text.trimEnd().split('\n').slice(1)
    expect(await listed({})).toHaveLength(recorded.length)
    const newest = await listed({ filter_tank_id: String(own.id) })
    expect(newest).toHaveLength(recorded.filter((one) => one.terminal_id === 1).length)
    expect(newest).toEqual(newest.toSorted().reverse())
    expect(await listed({ filter_tank_id: String(own.id), sort: 'measured_at' })).toEqual(newest.toReversed())
    expect(await listed({ filter_firm_id: String(t.ownFirm.id) })).toEqual(newest)
    expect(await listed({ iot_id: String(terminal.id) })).toEqual(newest)
    expect(await listed({ iot_id: String(terminal.id), filter_tank_id: String(foreign.id) })).toEqual([])
    const crooked = { from: instant(START + 1.37 * DAY), to: instant(START + 4.77 * DAY) }
    expect(await listed(crooked)).toHaveLength(
      recorded.filter((one) => one.measured_at >= START + 1.37 * DAY && one.measured_at < START + 4.77 * DAY).length,
    )
    expect(await listed({ from: '2022-01-01', to: '2022-02-01' })).toEqual([])
  })
})

describe('an XLSX', () => {
  test('has the same cells as a CSV, times as dates and values as numbers', async () => {
    const { headers, bytes } = await download({ ...firstHour, format: 'xlsx' }, t.as.customer, own.id)
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(headers['content-disposition']).toContain('.xlsx"')
    const [title, ...rows] = await sheetOf(bytes)
    expect(title).toEqual(['measured_at', 'tank_code', 'terminal_code', ...usual(METRIC_KEYS)])
    expect(rows).toEqual(
      ownHour.map((one) => [
        instant(one.measured_at),
        own.code,
        terminal.code,
        ...usual(one.values).map((value) => (value === null ? null : Number(short(value)))),
      ]),
    )
  })

  test('in Turkish has Turkish titles and Istanbul time', async () => {
    const { bytes } = await download({ ...firstHour, format: 'xlsx', locale: 'tr' }, t.as.customer, own.id)
    const [title, first] = await sheetOf(bytes)
    expect(title?.slice(0, 4)).toEqual(['Zaman', 'Tank', 'Terminal', 'Tank Sıcaklığı (°C)'])
    expect(first?.slice(0, 4)).toEqual(['2023-06-26T03:00:00.000Z', own.code, terminal.code, 15.878])
  })
})

describe('a file of means', () => {
  const index = METRIC_KEYS.indexOf('ph')
  /** Mean pH by the start of its bucket in local time, as the file writes it. */
  function plainMeans(seconds: number, hoursAhead: number) {
    const local = recorded
      .filter((one) => one.terminal_id === 1 && one.values[index] !== null)
      .map((one) => ({ at: one.measured_at / 1000 + hoursAhead * 3600, ph: one.values[index] ?? 0 }))
    return new Map(
      [...Map.groupBy(local, ({ at }) => Math.floor(at / seconds) * seconds)].map(([at, some]) => [
        new Date(at * 1000).toISOString(),
        some.reduce((sum, { ph }) => sum + ph, 0) / some.length,
      ]),
    )
  }

  test.each([
    ['15m', 900],
    ['1h', 3600],
  ] as const)('of %s has a row for each bucket with readings, without a terminal', async (step, seconds) => {
    const { text, headers } = await download({ step, sort: 'measured_at' }, t.as.customer, own.id)
    expect(headers['content-disposition']).toContain(`measurements_${step}_${own.code}`)
    const rows = text.trimEnd().split('\n').slice(1)
    const means = plainMeans(seconds, 0)
    expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([...means.keys()].map((at) => [at, own.code, '']))
    const written = rows.map((row) => Number(row.split(',')[index + 3]))
    ;[...means.values()].forEach((mean, i) => expect(written[i]).toBeCloseTo(mean, 4))
  })

  test('by the day has the days of the time zone of its locale', async () => {
    const { text } = await download({ step: '1d', locale: 'tr', sort: 'measured_at' }, t.as.customer, own.id)
    const rows = text.trimEnd().split('\n').slice(1)
    const days = [...plainMeans(86_400, 3).keys()].map((at) => at.slice(0, 10).split('-').reverse().join('.'))
    expect(rows.map((row) => row.split(';')[0])).toEqual(days.map((day) => `${day} 00:00:00`))
    const newest = await download({ step: '1d', locale: 'tr' }, t.as.customer, own.id)
    expect(newest.text.trimEnd().split('\n').slice(1)).toEqual(rows.toReversed())
  })

  test('is empty without readings, and refused for the readings out of range', async () => {
    const none = await download({ step: '1h', from: '2022-01-01', to: '2022-02-01' })
    expect(none.text.trimEnd().split('\n')).toHaveLength(1)
    expect((await download({ step: '1h', only_out_of_range: '1' })).status).toBe(422)
  })
})

describe('cells that a spreadsheet could execute', () => {
  const HOSTILE = [`=HYPERLINK("http://x","y")`, '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', `a,b;"c"\n<d>&'`]

  const READ_AT = START + 365 * DAY
  let tanks: { id: number; terminal_id: number; at: number }[]
  let sheet: Awaited<ReturnType<typeof sheetOf>>

  beforeAll(async () => {
    const firm = await t.given.firm()
    tanks = []
    for (const [index, code] of HOSTILE.entries()) {
      const tank = await t.given.tank({ firm_id: firm.id, iot_ids: [(await t.given.terminal()).id] })
      tanks.push({ id: tank.id, terminal_id: tank.iots[0]?.id ?? 0, at: READ_AT + index * 1000 })
      await t.database.query('update tanks set code = $2 where id = $1', [tank.id, code])
      await t.database.query('update terminals set code = $2 where id = $1', [tank.iots[0]?.id, code])
    }
    const readings = tanks.map(({ id, terminal_id, at }) => ({
      terminal_id,
      tank_id: id,
      measured_at: at,
      received_at: at,
      values: METRIC_KEYS.map((key) => (key === 'orp' ? -310 : null)),
      clock_skew: false,
    }))
    await importHistory({ database: t.database, gates: OPEN_HISTORY_GATES, readings })
    const query = { format: 'xlsx', filter_firm_id: String(firm.id), sort: 'measured_at' }
    sheet = await sheetOf((await download(query)).bytes)
  })

  test.each(HOSTILE)('%j is exported as text in both formats', async (code) => {
    const index = HOSTILE.indexOf(code)
    const { id, at } = tanks[index] ?? { id: 0, at: 0 }
    const harmless = /^[=+\-@\t\r]/.test(code) ? `'${code}` : code
    // In a CSV also after a tab or line end within the cell, which a spreadsheet could take for the file's own.
    const text = harmless.replace(/(?<=[\t\r])=/, "'=")
    const cell = /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    const csv = await download({}, t.as.admin, id)
    expect(csv.text.slice(csv.text.indexOf('\n') + 1)).toBe(`${instant(at)},${cell},${cell},,,,,,,,-310,\n`)
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/)
    const row = sheet[index + 1]
    expect(row?.slice(0, 3)).toEqual([instant(at), harmless, harmless])
    expect(row?.[METRIC_KEYS.indexOf('orp') + 3]).toBe(-310)
  })
})

test('the API description names the content types of both export formats', async () => {
  const { paths } = (await t.app.server.inject('/api/openapi.json')).json<{
    paths: Record<string, { get: { responses: Record<string, { content: object }> } }>
  }>()
  const described = Object.entries(paths).filter(([path]) => path.endsWith('/measurements/export'))
  const kinds = described.map(([, { get }]) => Object.keys(get.responses['200']?.content ?? {}))
  expect(kinds).toEqual([Object.values(EXPORT_TYPES), Object.values(EXPORT_TYPES)])
})

test('a reading entered by hand is exported without a terminal', async () => {
  const tank = await t.given.tank({ firm_id: t.ownFirm.id })
  await t.as.operator.post(measurementsApi.enter, { params: { id: tank.id }, body: { ph: 7.9 } })
  const { text } = await download({}, t.as.operator, tank.id)
  expect(text.split('\n')[1]).toBe(`${instant(t.clock.now())},${tank.code},,,,,,,7.9,,,`)
})

describe('access to exports', () => {
  test("a firm's users export only their own tanks", async () => {
    const { text } = await download({}, t.as.operator)
    expect(text).not.toContain(foreign.code)
    expect(text).toContain(own.code)
    expect(
      (await download({ filter_tank_id: String(foreign.id) }, t.as.operator)).text.trimEnd().split('\n'),
    ).toHaveLength(1)
    expect((await download({}, t.as.customer, foreign.id)).status).toBe(404)
    expect((await download({}, t.as.visitor)).status).toBe(401)
  })

  test.each(['format=pdf', 'locale=de', 'from=yesterday', 'sort=ph', 'iot_id=x'])('%s is refused', async (query) => {
    const [name = '', value = ''] = query.split('=')
    const { status, text } = await download({ [name]: value })
    expect(status).toBe(422)
    expect(Object.keys((JSON.parse(text) as { errors: object }).errors)).toEqual([name])
  })
})

test('a hundred thousand readings are exported completely as CSV, twenty thousand as XLSX', async () => {
  const tank = await t.given.tank({ iot_ids: [(await t.given.terminal()).id] })
  const terminal_id = tank.iots[0]?.id ?? 0
  const N = 100_000
  const readings: Reading[] = Array.from({ length: N }, (_, i) => {
    const measured_at = START + i * 1000
    const values = METRIC_KEYS.map((_key, index) => Math.fround((i % 100) / 10 + index))
    return { terminal_id, tank_id: tank.id, measured_at, received_at: measured_at, values, clock_skew: false }
  })
  await importHistory({ database: t.database, gates: OPEN_HISTORY_GATES, readings })
  const csv = await download({ sort: 'measured_at' }, t.as.admin, tank.id)
  const lines = csv.text.trimEnd().split('\n')
  expect(lines).toHaveLength(N + 1)
  expect(lines.at(-1)).toMatch(new RegExp(`^${instant(START + (N - 1) * 1000)},.*,9.9,10.9,`))
  const SHEET = 20_000
  const sheet = { format: 'xlsx', sort: 'measured_at', to: instant(START + SHEET * 1000) }
  const xlsx = await download(sheet, t.as.admin, tank.id)
  const rows = await sheetOf(xlsx.bytes)
  expect(rows).toHaveLength(SHEET + 1)
  expect(rows.at(-1)?.[0]).toBe(instant(START + (SHEET - 1) * 1000))
})
