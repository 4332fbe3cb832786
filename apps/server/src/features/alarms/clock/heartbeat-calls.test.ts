import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestClock } from '../../../../tests/test-clock.ts'
import { createHeartbeatCalls } from './heartbeat-calls.ts'

const calls: string[] = []
let status = 200
const service = createServer((request, answer) => {
  calls.push(`${request.method} ${request.url}`)
  answer.writeHead(status).end('OK')
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/ping/of-the-farm`
})
afterAll(() => service.close())

test('the address is called after a beat, at most once a minute, and the log says when the answers change', async () => {
  const clock = createTestClock()
  const [info, warn] = [vi.fn(), vi.fn()]
  const beat = createHeartbeatCalls(url, { clock, log: { info, warn } as never })
  const called = async (times: number) => vi.waitFor(() => expect(calls).toHaveLength(times))
  beat()
  await called(1)
  expect(calls).toEqual(['GET /ping/of-the-farm'])
  await vi.waitFor(() => expect(info).toHaveBeenCalledOnce())

  clock.advance(59_000)
  beat()
  clock.advance(1_000)
  status = 404
  beat()
  await called(2)
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce())
  clock.advance(60_000)
  beat()
  await called(3)

  service.closeAllConnections()
  status = 200
  clock.advance(60_000)
  beat()
  await called(4)
  await vi.waitFor(() => expect(info).toHaveBeenCalledTimes(2))
  expect(warn).toHaveBeenCalledOnce()
  expect(inspect([info.mock.calls, warn.mock.calls], { depth: 9 })).not.toContain('of-the-farm')
})
