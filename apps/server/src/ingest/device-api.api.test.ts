import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashOfKey } from '../features/terminals/device-key.ts'
import { startTestIngest, type TestIngest, type TestTerminal } from '../../tests/test-ingest.ts'
import { createTestClock } from '../../tests/test-clock.ts'

let ingest: TestIngest
beforeAll(async () => (ingest = await startTestIngest()))
afterAll(() => ingest.close())

const at = (secondsAgo: number) => new Date(Math.floor(Date.now() / 1000) * 1000 - secondsAgo * 1000).toISOString()

async function post(terminal: TestTerminal | null, body: unknown, headers: Record<string, string> = {}) {
  const reply = await ingest.server.inject({
    method: 'POST',
    url: '/api/iot/measurements',
    headers: {
      'content-type': 'application/json',
      ...(terminal ? { authorization: `Bearer ${terminal.code}:${terminal.key}` } : {}),
      ...headers,
    },
    payload: typeof body === 'string' || body instanceof Readable ? body : JSON.stringify(body),
  })
  return { status: reply.statusCode, body: reply.json() as Record<string, unknown>, headers: reply.headers }
}

describe('POST /api/iot/measurements', () => {
  test('a new reading is answered with 201 and is in the table by then', async () => {
    const terminal = await ingest.terminal()
    const measured_at = at(5)
    const reply = await post(terminal, { measured_at, tank_temperature: 18.4, ph: 7.9 })
    expect(reply).toMatchObject({ status: 201, body: { stored: 1, duplicates: 0, rejected: [] } })
    expect(await ingest.stored(terminal)).toMatchObject([{ tank_temperature: 18.4, ph: 7.9, measured_at }])
  })

  test('the same reading again is answered with 200 and duplicates; a missing metric is added to it', async () => {
    const terminal = await ingest.terminal()
    const measured_at = at(10)
    await post(terminal, { measured_at, ph: 7.9 })
    expect(await post(terminal, { measured_at, ph: 7.9 })).toMatchObject({
      status: 200,
      body: { stored: 0, duplicates: 1 },
    })
    expect(await post(terminal, { measured_at, orp: 300 })).toMatchObject({ status: 201, body: { stored: 1 } })
    expect(await ingest.stored(terminal)).toMatchObject([{ ph: 7.9, orp: 300 }])
  })

  test('a different value for a stored metric is refused and logged', async () => {
    const terminal = await ingest.terminal()
    const measured_at = at(20)
    await post(terminal, { measured_at, ph: 7.9 })
    expect((await post(terminal, { measured_at, ph: 6.1 })).status).toBe(200)
    expect(await ingest.stored(terminal)).toMatchObject([{ ph: 7.9 }])
    expect(await ingest.logs(terminal)).toMatchObject([
      { event: 'measurement_conflict', meta: { measured_at, values: { ph: 6.1 } } },
    ])
  })

  test('a reading that adds one metric and contradicts another is new, and the contradiction is logged', async () => {
    const terminal = await ingest.terminal()
    const measured_at = at(20)
    await post(terminal, { measured_at, ph: 7.9 })
    expect(await post(terminal, { measured_at, ph: 6.1, orp: 300 })).toMatchObject({
      status: 201,
      body: { stored: 1, duplicates: 0 },
    })
    expect(await ingest.stored(terminal)).toMatchObject([{ ph: 7.9, orp: 300 }])
    expect(await ingest.logs(terminal)).toMatchObject([{ event: 'measurement_conflict' }])
  })

  test('of a message with valid and invalid readings the valid ones are stored and the invalid ones are named by index', async () => {
    const terminal = await ingest.terminal()
    const reply = await post(terminal, [{ measured_at: at(3), ph: 7 }, { measured_at: 'noon', ph: 7 }, { ph: 'warm' }])
    expect(reply).toMatchObject({ status: 201, body: { stored: 1, duplicates: 0 } })
    const rejected = reply.body['rejected'] as { index: number; errors: Record<string, string[]> }[]
    expect(rejected.map(({ index }) => index)).toEqual([1, 2])
    expect(rejected[0]?.errors['measured_at']).toEqual(['Tarih ve saat ISO 8601 biçiminde olmalı.'])
    expect(rejected[1]?.errors['ph']).toEqual(['Değer bir sayı olmalı.'])
    expect((await ingest.logs(terminal)).map(({ event }) => event)).toEqual([
      'measurement_rejected',
      'measurement_rejected',
    ])
  })

  test('a message without valid readings is answered with 422 and the same fields beside message and code', async () => {
    const terminal = await ingest.terminal()
    const reply = await post(terminal, [{ ph: 99 }], { 'accept-language': 'en' })
    expect(reply).toMatchObject({
      status: 422,
      body: {
        code: 'no_reading_accepted',
        message: 'No reading was accepted.',
        stored: 0,
        duplicates: 0,
        rejected: [{ index: 0, errors: { ph: ['The value is outside the physical bounds (0…14).'] } }],
      },
    })
  })

  test('an implausible metric is left out, and its raw value is logged', async () => {
    const terminal = await ingest.terminal()
    expect(await post(terminal, { measured_at: at(1), ph: 99, orp: 250 })).toMatchObject({
      status: 201,
      body: { stored: 1, rejected: [] },
    })
    expect(await ingest.stored(terminal)).toMatchObject([{ ph: null, orp: 250 }])
    expect(await ingest.logs(terminal)).toMatchObject([
      { event: 'measurement_implausible', meta: { metric: 'ph', raw: '99' } },
    ])
  })

  test.each([
    ['an empty array', [], 422, 'empty_message'],
    ['1,001 readings', Array.from({ length: 1001 }, () => ({ ph: 7 })), 422, 'too_many_readings'],
    ['a reading too old', { measured_at: '2021-01-01T00:00:00Z', ph: 7 }, 422, 'no_reading_accepted'],
    ['a text', '"reading"', 422, 'no_reading_accepted'],
    ['broken JSON', '{"ph": 7', 400, 'unreadable_json'],
    ['no body', '', 400, 'unreadable_json'],
    ['more than 256 KiB', `{"x": "${'a'.repeat(256 * 1024)}"}`, 413, 'too_large'],
  ])('%s is refused', async (_, body, status, code) => {
    expect(await post(await ingest.terminal(), body)).toMatchObject({ status, body: { code } })
  })

  test('1,000 readings in 200 KiB are accepted', async () => {
    const terminal = await ingest.terminal()
    const now = Date.now()
    const batch = Array.from({ length: 1000 }, (_, n) => ({ measured_at: now - n * 1000, ph: 7, salinity: 35.25 }))
    expect(await post(terminal, batch)).toMatchObject({ status: 201, body: { stored: 1000 } })
    expect(await ingest.stored(terminal)).toHaveLength(1000)
  })

  test('content types other than JSON are answered with 415', async () => {
    const terminal = await ingest.terminal()
    expect(await post(terminal, 'ph=7', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 415,
      body: { code: 'not_json' },
    })
  })

  test('a terminal that may not deliver is refused according to its status', async () => {
    const reading = { ph: 7 }
    expect(await post(null, reading)).toMatchObject({ status: 401, body: { code: 'unknown_device' } })
    const terminal = await ingest.terminal()
    expect((await post({ ...terminal, key: 'wrong' }, reading)).status).toBe(401)
    for (const [status, expected] of [
      ['inactive', 403],
      ['unauthorized', 401],
      ['banned', 401],
      ['deleted', 401],
      ['suspended', 201],
    ] as const) {
      await ingest.setStatus(terminal, status)
      expect((await post(terminal, reading)).status, status).toBe(expected)
    }
    await ingest.presence.tick()
    const { rows } = await ingest.database.query(
      'select refused_count, ip_address from terminals join terminal_presence on terminal_id = id where id = $1',
      [terminal.id],
    )
    expect(rows).toEqual([{ refused_count: 3, ip_address: '127.0.0.1' }])
  })

  test.each([
    ['inactive', 403, 'device_inactive'],
    ['unauthorized', 401, 'unknown_device'],
    ['banned', 401, 'unknown_device'],
    ['deleted', 401, 'unknown_device'],
  ] as const)(
    'a terminal that becomes %s while its message is being stored is refused according to that status',
    async (status, expected, code) => {
      const terminal = await ingest.terminal()
      // The first byte is requested once the terminal has been admitted.
      const body = new Readable({
        read() {
          void ingest.setStatus(terminal, status).then(() => {
            this.push('{"ph": 7}')
            this.push(null)
          })
        },
      })
      expect(await post(terminal, body)).toMatchObject({ status: expected, body: { code } })
      expect(await ingest.stored(terminal)).toEqual([])
    },
  )

  test('an unknown device is refused before the body is read', async () => {
    expect((await post(null, 'x'.repeat(300_000))).status).toBe(401)
  })

  test('readings of a suspended terminal belong to no tank', async () => {
    const terminal = await ingest.terminal()
    const tank = await ingest.database.db
      .insertInto('tanks')
      .values({ code: `T-${terminal.id}`, name: 'Tank' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ingest.database.db
      .insertInto('terminal_assignments')
      .values({ terminal_id: terminal.id, tank_id: tank.id, from_at: at(60), to_at: null })
      .execute()
    await ingest.setStatus(terminal, 'suspended')
    await post(terminal, { measured_at: at(4), ph: 7 })
    await ingest.setStatus(terminal, 'active')
    await post(terminal, { measured_at: at(3), ph: 7 })
    // The first assignment also covers the time before it began.
    await post(terminal, { measured_at: at(600), ph: 7 })
    expect((await ingest.stored(terminal)).map((row) => row['tank_id'])).toEqual([tank.id, null, tank.id])
  })

  test('unknown keys are saved with their last value, even hostile ones', async () => {
    const terminal = await ingest.terminal()
    await post(terminal, '{"ph": 7, "volt": 3.71, "__proto__": {"admin": true}, "note": "a\\u0000\\ud800b"}')
    await post(terminal, '{"ph": 7, "volt": 3.68}')
    await ingest.presence.tick()
    const row = await ingest.database.db
      .selectFrom('terminal_presence')
      .select('unknown_keys')
      .where('terminal_id', '=', terminal.id)
      .executeTakeFirst()
    expect(row?.unknown_keys).toEqual(JSON.parse('{"volt": 3.68, "__proto__": "{…}", "note": "a��b"}'))
  })

  test('a missing database is answered at once with 503 and retry-after, and normally a second after it is back', async () => {
    const terminal = await ingest.terminal()
    let isAway = true
    ingest.storage.before = () =>
      isAway ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })) : Promise.resolve()
    const refused = await post(terminal, { measured_at: at(2), ph: 7 })
    expect(refused).toMatchObject({ status: 503, body: { code: 'not_ready' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(5)
    isAway = false
    await expect.poll(async () => (await post(terminal, { ph: 7 })).status).toBe(201)
  })
})

describe('POST /api/v1/{key}/telemetry', () => {
  const send = (key: string, body: unknown) =>
    ingest.server.inject({
      method: 'POST',
      url: `/api/v1/${key}/telemetry`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })

  test('accepts key-values, {ts, values} and arrays of them', async () => {
    const terminal = await ingest.terminal()
    const now = Date.now()
    const reply = await send(terminal.key, { ph: 7.1 })
    expect([reply.statusCode, reply.json()]).toEqual([200, {}])
    expect((await send(terminal.key, { ts: now - 60_000, values: { ph: 7.2 } })).statusCode).toBe(200)
    expect((await send(terminal.key, [{ ts: now - 50_000, values: { ph: 7.3 } }, { orp: 1 }])).statusCode).toBe(200)
    expect(await ingest.stored(terminal)).toHaveLength(4)
  })

  test('an unknown key is answered with 401, a message without valid readings with 422', async () => {
    const terminal = await ingest.terminal()
    expect((await send('nobody', { ph: 7 })).statusCode).toBe(401)
    expect((await send(terminal.key, { humidity: 7 })).statusCode).toBe(422)
  })
})

describe('limits', () => {
  test('a terminal that sends more than ten seconds’ worth of messages gets 429, and another terminal does not', async () => {
    const clock = createTestClock()
    const strict = await startTestIngest({ INGEST_RATE: 1, clock })
    try {
      const [fast, other] = [await strict.terminal(), await strict.terminal()]
      const status = async ({ code, key }: TestTerminal) =>
        (
          await strict.server.inject({
            method: 'POST',
            url: '/api/iot/measurements',
            headers: { authorization: `Bearer ${code}:${key}`, 'content-type': 'application/json' },
            payload: '{"ph": 7}',
          })
        ).statusCode
      for (let n = 0; n < 10; n += 1) expect(await status(fast)).toBe(201)
      expect(await status(fast)).toBe(429)
      expect(await status(other)).toBe(201)
      clock.advance(1000)
      expect(await status(fast)).toBe(201)
    } finally {
      await strict.close()
    }
  })

  test('wrong keys are answered with 429 after thirty a minute, while the right key is still accepted', async () => {
    const terminal = await ingest.terminal()
    const wrong = { ...terminal, key: 'guessed' }
    for (let n = 0; n < 30; n += 1) expect((await post(wrong, { ph: 7 })).status).toBe(401)
    expect((await post(wrong, { ph: 7 })).status).toBe(429)
    expect((await post(terminal, { ph: 7 })).status).toBe(201)
  })

  describe('many codes from one address', () => {
    let fresh: TestIngest
    beforeEach(async () => (fresh = await startTestIngest()))
    afterEach(() => fresh.close())

    const knock = async (code: string, key: string, remoteAddress = '192.0.2.1') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${code}:${key}` }
      const call = {
        method: 'POST',
        url: '/api/iot/measurements',
        remoteAddress,
        headers,
        payload: '{"ph": 7}',
      } as const
      return (await fresh.server.inject(call)).statusCode
    }

    test('are refused with 429 beyond 300 failures a minute, while a right key and other addresses are accepted', async () => {
      const terminal = await fresh.terminal()
      const failed = await Promise.all(Array.from({ length: 300 }, (_, n) => knock(`CODE-${n}`, 'guessed')))
      expect(new Set(failed)).toEqual(new Set([401]))
      expect(await knock('ONE-MORE', 'guessed')).toBe(429)
      expect(await knock('ONE-MORE', 'guessed', '::ffff:192.0.2.1')).toBe(429)
      expect(await knock('ONE-MORE', 'guessed', '192.0.2.2')).toBe(401)
      expect(await knock(terminal.code, terminal.key)).toBe(201)
    })

    test('from one IPv6 network count as one address', async () => {
      const { code } = await fresh.terminal()
      for (let n = 0; n < 30; n += 1) expect(await knock(code, 'guessed', `2001:db8::${n.toString(16)}:1`)).toBe(401)
      expect(await knock(code, 'guessed', '2001:db8::ffff:1')).toBe(429)
      expect(await knock(code, 'guessed', '2001:db8:0:1::1')).toBe(401)
    })

    test('that are invalid are counted together', async () => {
      for (let n = 0; n < 30; n += 1) expect(await knock(`no code ${n}`.replaceAll(' ', '.'), 'key')).toBe(401)
      expect(await knock('still.none', 'key')).toBe(429)
      expect(await knock('A-CODE', 'key')).toBe(401)
    })
  })

  test('an unknown code is put on the list of waiting terminals, ten an hour, and keeps its key when let in', async () => {
    const stranger = (n: number) => ({ id: 0, code: `NEW-${n}`, key: `their own key ${n}`.replaceAll(' ', '-') })
    for (let n = 0; n < 12; n += 1) expect((await post(stranger(n), { ph: 7 })).status).toBe(401)
    const waiting = await ingest.database.db
      .selectFrom('terminals')
      .select(['id', 'code', 'ip_address'])
      .where('status', '=', 'unauthorized')
      .where('code', 'like', 'NEW-%')
      .orderBy('id')
      .execute()
    expect(waiting).toHaveLength(10)
    const first = waiting[0]
    if (!first) throw new Error('none waits')
    await ingest.setStatus({ ...stranger(0), id: first.id }, 'active')
    expect((await post(stranger(0), { ph: 7 })).status).toBe(201)
  })

  test('a full list of waiting terminals still accepts devices while enrolment is open, and the oldest unknown one is removed', async () => {
    const fresh = await startTestIngest()
    const knock = async (code: string) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${code}:key` }
      await fresh.server.inject({ method: 'POST', url: '/api/iot/measurements', headers, payload: '{"ph": 7}' })
      const { rows } = await fresh.database.query('select 1 from terminals where code = $1', [code])
      return rows.length === 1
    }
    const fill = (prefix: string, count: number) =>
      fresh.database.query(
        `insert into terminals (code, status, ip_address, first_try_at, last_try_at)
        select $1 || i, 'unauthorized', '10.0.' || i / 250 || '.' || i % 250, now(), now() - i * interval '1 s' from generate_series(1, $2) i`,
        [prefix, count],
      )
    try {
      await fill('FULL-', 500)
      expect(await knock('CLOSED')).toBe(false)
      const value = JSON.stringify(new Date(Date.now() + 60_000).toISOString())
      await fresh.database.db.insertInto('settings').values({ key: 'enrolment_until', value }).execute()
      await fill('MORE-', 500)
      await fresh.terminal()
      expect(await knock('OPENED')).toBe(true)
      const { rows } = await fresh.database.query("select code from terminals where status = 'unauthorized'")
      expect(rows).toHaveLength(1_000)
      expect(rows).not.toContainEqual({ code: 'FULL-500' })
    } finally {
      await fresh.close()
    }
  })

  test('only ten unknown codes an hour are put on the list, even when all arrive at once', async () => {
    const fresh = await startTestIngest()
    try {
      await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          fresh.server.inject({
            method: 'POST',
            url: '/api/iot/measurements',
            headers: { 'content-type': 'application/json', authorization: `Bearer CROWD-${n}:key-${n}` },
            payload: '{"ph": 7}',
          }),
        ),
      )
      const { rows } = await fresh.database.query("select 1 from terminals where status = 'unauthorized'")
      expect(rows).toHaveLength(10)
    } finally {
      await fresh.close()
    }
  })
})

test('while enrolment is open more than ten unknown codes an hour are put on the list', async () => {
  const value = JSON.stringify(new Date(Date.now() + 60_000).toISOString())
  await ingest.database.db.insertInto('settings').values({ key: 'enrolment_until', value }).execute()
  await ingest.terminal()
  for (let n = 0; n < 15; n += 1) await post({ id: 0, code: `OPEN-${n}`, key: `key-${n}` }, { ph: 7 })
  const { rows } = await ingest.database.query("select 1 from terminals where code like 'OPEN-%'")
  expect(rows).toHaveLength(15)
})

test('with communication logging on, each message is logged', async () => {
  await ingest.database.db.insertInto('settings').values({ key: 'iot_comm_logging', value: 'true' }).execute()
  const terminal = await ingest.terminal()
  await post(terminal, { measured_at: at(1), ph: 7 })
  await expect.poll(() => ingest.logs(terminal)).toMatchObject([{ event: 'message', meta: { transport: 'http' } }])
})

test('an old key works beside the new one until it expires', async () => {
  const terminal = await ingest.terminal()
  const rotated = { ...terminal, key: 'the-new-key' }
  const expire = (when: string) =>
    ingest.database.query('update terminal_keys set expires_at = $2 where terminal_id = $1', [terminal.id, when])
  await expire(new Date(Date.now() + 60_000).toISOString())
  await ingest.database.db
    .insertInto('terminal_keys')
    .values({ terminal_id: terminal.id, hash: hashOfKey(rotated.key) })
    .execute()
  await ingest.setStatus(terminal, 'active')
  expect([(await post(terminal, { ph: 7 })).status, (await post(rotated, { ph: 7 })).status]).toEqual([201, 201])
  await ingest.database.query(
    'update terminal_keys set expires_at = $2 where terminal_id = $1 and expires_at is not null',
    [terminal.id, at(1)],
  )
  await ingest.setStatus(terminal, 'active')
  expect([(await post(terminal, { ph: 7 })).status, (await post(rotated, { ph: 7 })).status]).toEqual([401, 201])
})
