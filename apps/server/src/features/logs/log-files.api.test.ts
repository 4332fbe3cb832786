import type { TerminalLogEvent } from '@dalyan/contracts/logs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv } from '../../../tests/read-csv.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { createLogWriters } from './log-writer.ts'
import { entryOfLine, orphanOf } from './server-log-entry.rules.ts'
import { serverLogsRepository } from './server-logs.sql.ts'

const ROWS = 2_500
let kit: TestApp
let terminal: { id: number; code: string }
beforeAll(async () => {
  kit = await startTestApp()
  terminal = await kit.given.terminal()
  const entry = (n: number) => ({
    subject: terminal,
    status: n % 2 === 0 ? ('success' as const) : ('error' as const),
    event: `e${n % 5}` as TerminalLogEvent,
    processor: { type: 'terminal' as const, id: null, name: '=cmd()' },
    created_at: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
    meta: n === 7 ? { raw: 'a,"b"\nç' } : null,
  })
  await kit.database.query('truncate terminal_logs')
  const { terminalLogs } = createLogWriters({ database: kit.database, events: kit.app.events })
  await terminalLogs.record(Array.from({ length: ROWS }, (_, n) => entry(n)))
})
afterAll(() => kit.close())

const file = (path: string, caller = kit.as.admin) => readCsv(kit, path, caller)

test('the terminal log is exported with every entry once, newest first, safe in a spreadsheet', async () => {
  const { rows, name } = await file('/api/iot-logs/export')
  expect(name).toMatch(/^attachment; filename="terminal-logs_\d{4}-\d\d-\d\d\.csv"$/)
  expect(rows).toHaveLength(ROWS)
  const ids = rows.map(({ id }) => Number(id))
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(rows.at(-8)).toEqual({
    id: String(ids.at(-8)),
    created_at: '2026-01-01T00:00:07.000Z',
    terminal_code: terminal.code,
    status: 'error',
    processor: "'=cmd()",
    event: 'e2',
    meta: JSON.stringify({ raw: 'a,"b"\nç' }),
  })
})

test('an exported log has the list’s filters', async () => {
  const { rows } = await file(
    `/api/iot-logs/export?iot_id=${terminal.id}&status=error&event=E3&to=2026-01-01T00:00:30Z`,
  )
  expect(rows.map(({ created_at }) => created_at?.slice(17, 19))).toEqual(['23', '13', '03'])
  expect((await file('/api/iot-logs/export?event=none')).rows).toEqual([])
  expect((await file('/api/iot-logs/export?from=2026-02-02&to=2026-02-01')).status).toBe(422)
  expect((await file('/api/iot-logs/export?format=pdf')).status).toBe(422)
})

test('a log exported in Turkish has Turkish titles, local times and semicolons', async () => {
  const query = `iot_id=${terminal.id}&status=error&event=e2&to=2026-01-01T00:00:07Z&locale=tr`
  const { rows, name } = await file(`/api/iot-logs/export?${query}`)
  expect(name).toMatch(/^attachment; filename="terminal-loglari_\d{4}-\d\d-\d\d\.csv"$/)
  expect(rows).toEqual([
    {
      'Sıra no': expect.stringMatching(/^\d+$/) as string,
      Zaman: '01.01.2026 03:00:07',
      Terminal: terminal.code,
      Durum: 'error',
      'İşlemi yapan': "'=cmd()",
      Olay: 'e2',
      Ayrıntı: JSON.stringify({ raw: 'a,"b"\nç' }),
    },
  ])
  expect((await file('/api/server-logs/export?locale=de')).status).toBe(422)
})

test('the tank log and the server log are exported', async () => {
  const tank = await kit.given.tank()
  expect((await file(`/api/tank-logs/export?tank_id=${tank.id}`)).rows).toMatchObject([
    { tank_code: tank.code, event: 'created' },
  ])
  const line = JSON.stringify({ level: 40, time: 1, msg: 'a, b', x: 1 })
  await serverLogsRepository(kit.database).insertMany([entryOfLine(line, 0), orphanOf('crash', 'error', 0)])
  expect((await file('/api/server-logs/export')).rows).toMatchObject([
    { level: 'warn', message: 'a, b', context: '{"x":1}', orphan: 'false' },
  ])
  expect((await file('/api/server-logs/export?include_orphans=1&level=error')).rows).toMatchObject([
    { message: 'crash', orphan: 'true' },
  ])
  expect((await file('/api/server-logs/export?level=warn&locale=tr')).rows).toMatchObject([
    { Mesaj: 'a, b', Düzey: 'warn', Zaman: '01.01.1970 02:00:00,001', Sahipsiz: 'false' },
  ])
})

test('an operator may not export logs', async () => {
  expect((await file('/api/iot-logs/export', kit.as.operator)).status).toBe(403)
})
