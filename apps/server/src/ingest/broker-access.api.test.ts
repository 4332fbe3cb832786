import { brokerApi, type BrokerVerdict } from '@dalyan/contracts/broker'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestIngest, type TestIngest, type TestTerminal } from '../../tests/test-ingest.ts'

const SECRET = 'a secret of the broker'
const bearer = { authorization: `Bearer ${SECRET}` }

let ingest: TestIngest
let terminal: TestTerminal
beforeAll(async () => {
  // Nothing listens there: this process only answers the broker.
  const MQTT_URL = 'mqtt://dalyan:own%20password@127.0.0.1:1'
  ingest = await startTestIngest({ MQTT_AUTH_SECRET: SECRET, MQTT_URL })
  terminal = await ingest.terminal()
})
afterAll(() => ingest.close())

function ask(call: keyof typeof brokerApi, payload: object | string, headers: Record<string, string> = bearer) {
  return ingest.server.inject({ method: 'POST', url: brokerApi[call].path, headers, payload })
}
const answer = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json<BrokerVerdict>().result
const connects = (login: object) => answer('authenticate', login)
const uses = (use: object) => answer('authorize', { username: terminal.code, ...use })

describe('the secret of a broker that asks who may connect', () => {
  test.each([
    ['none', {}],
    ['a wrong one', { authorization: 'Bearer another secret' }],
    ['a wrong one as a password', { authorization: `Basic ${Buffer.from('dalyan:wrong').toString('base64')}` }],
  ])('%s is refused', async (_name, headers) => {
    const reply = await ask('authenticate', { username: terminal.code, password: terminal.key }, headers)
    expect(reply.statusCode).toBe(401)
  })

  test('a password of any user is accepted, since mosquitto-go-auth can send nothing else', async () => {
    const headers = { authorization: `Basic ${Buffer.from(`broker:${SECRET}`).toString('base64')}` }
    expect((await ask('authenticate', { username: terminal.code, password: terminal.key }, headers)).statusCode).toBe(
      200,
    )
  })

  test('an address with 30 wrong ones in a minute is refused, and others are not', async () => {
    const from = (remoteAddress: string, headers: Record<string, string>) =>
      ingest.server.inject({ method: 'POST', url: brokerApi.authorize.path, remoteAddress, headers, payload: {} })
    for (let n = 0; n < 30; n += 1) await from('192.0.2.1', { authorization: `Bearer ${n}` })
    expect((await from('192.0.2.1', bearer)).statusCode).toBe(429)
    expect((await from('192.0.2.2', bearer)).statusCode).toBe(422)
  })

  test('without one set, the calls do not exist', async () => {
    const other = await startTestIngest()
    const reply = await other.server.inject({
      method: 'POST',
      url: brokerApi.authenticate.path,
      headers: bearer,
      payload: {},
    })
    await other.close()
    expect(reply.statusCode).toBe(404)
  })
})

describe('a client connects', () => {
  test('with the code and the key of a terminal', async () => {
    const { code, key } = terminal
    const reply = await ask('authenticate', { username: code, password: key, clientid: 'x', peerhost: '192.0.2.7' })
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { result: 'allow', is_superuser: false, ok: true, error: '' },
    ])
    await expect
      .poll(() => ingest.logs(terminal))
      .toContainEqual(
        expect.objectContaining({ event: 'connected', meta: expect.objectContaining({ address: '192.0.2.7' }) }),
      )
    expect(await connects({ username: code, password: 'wrong' })).toBe('deny')
    expect(await connects({ username: code, password: '' })).toBe('deny')
  })

  test('as a form, too', async () => {
    const form = new URLSearchParams({ username: terminal.code, password: terminal.key, clientid: 'x' }).toString()
    const headers = { ...bearer, 'content-type': 'application/x-www-form-urlencoded' }
    expect(await answer('authenticate', form, headers)).toBe('allow')
    const use = new URLSearchParams({ username: terminal.code, topic: `dalyan/v1/${terminal.code}/errors`, acc: '4' })
    expect(await answer('authorize', use.toString(), headers)).toBe('allow')
  })

  test('not with the status of its terminal, nor unknown', async () => {
    const inactive = await ingest.terminal('inactive')
    expect(await connects({ username: inactive.code, password: inactive.key })).toBe('deny')
    expect(await connects({ username: 'A-STRANGER', password: 'some key' })).toBe('deny')
    const { rows } = await ingest.database.query(`select status from terminals where code = 'A-STRANGER'`)
    expect(rows).toEqual([{ status: 'unauthorized' }])
  })

  test('not under the client id of a session of Dalyan', async () => {
    const login = { username: terminal.code, password: terminal.key, clientid: 'dalyan-ingest-1' }
    expect(await connects(login)).toBe('deny')
  })

  test('as Dalyan itself, with the password of MQTT_URL alone', async () => {
    const own = { username: 'dalyan', clientid: 'dalyan-ingest-1' }
    expect(await connects({ ...own, password: 'own password' })).toBe('allow')
    expect(await connects({ ...own, password: terminal.key })).toBe('deny')
  })
})

describe('a client uses a topic', () => {
  test.each([
    ['publish', 'measurements', 'allow'],
    ['publish', 'status', 'allow'],
    ['publish', 'errors', 'deny'],
    ['publish', 'receipts', 'deny'],
    ['publish', '+', 'deny'],
    ['subscribe', 'errors', 'allow'],
    ['subscribe', '#', 'allow'],
  ])('%s below its own prefix: %s: %s', async (action, last, expected) => {
    expect(await uses({ action, topic: `dalyan/v1/${terminal.code}/${last}` })).toBe(expected)
  })

  test.each([
    'dalyan/v1/OTHER/measurements',
    'dalyan/v1/+/measurements',
    '#',
    '$share/dalyan/dalyan/v1/+/measurements',
    'other',
  ])('not of others: %s', async (topic) => {
    expect([
      await uses({ action: 'publish', topic }),
      await uses({ acc: 1, topic }),
      await uses({ acc: 4, topic }),
    ]).toEqual(['deny', 'deny', 'deny'])
  })

  test('a foreign topic is written into the log of the terminal', async () => {
    const own = await ingest.terminal()
    expect(await answer('authorize', { username: own.code, acc: 2, topic: 'dalyan/v1/OTHER/measurements' })).toBe(
      'deny',
    )
    await expect
      .poll(() => ingest.logs(own))
      .toEqual([
        expect.objectContaining({
          event: 'measurement_rejected',
          meta: { reason: 'foreign_topic', topic: 'dalyan/v1/OTHER/measurements' },
        }),
      ])
  })

  test('no longer once its terminal is banned', async () => {
    const banned = await ingest.terminal()
    const use = { username: banned.code, action: 'publish', topic: `dalyan/v1/${banned.code}/measurements` }
    expect(await answer('authorize', use)).toBe('allow')
    await ingest.setStatus(banned, 'banned')
    expect(await answer('authorize', use)).toBe('deny')
  })

  test('Dalyan itself takes readings and sends receipts and errors', async () => {
    const may = (action: string, topic: string) => answer('authorize', { username: 'dalyan', action, topic })
    expect(await may('subscribe', '$share/dalyan/dalyan/v1/+/measurements')).toBe('allow')
    expect(await may('subscribe', 'dalyan/v1/+/measurements')).toBe('allow')
    expect(await may('publish', 'dalyan/v1/TANK-1/receipts')).toBe('allow')
    expect(await may('publish', 'dalyan/v1/TANK-1/errors')).toBe('allow')
    expect(await may('subscribe', '#')).toBe('deny')
    expect(await may('publish', 'other')).toBe('deny')
    expect(await may('publish', 'dalyan/v1/TANK-1/measurements')).toBe('deny')
  })
})
