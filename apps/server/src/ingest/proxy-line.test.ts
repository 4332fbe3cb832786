import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createProxyLines } from './proxy-line.ts'

let server: Server
afterEach(() => new Promise((resolve) => server.close(resolve)))

/** The address and bytes that a socket yields for these chunks: `address|bytes`; `closed` when it is disconnected. */
async function seen(trusted: readonly string[], ...chunks: string[]): Promise<string> {
  const lines = createProxyLines(trusted)
  const { promise, resolve } = Promise.withResolvers<string>()
  server = createServer((socket) => {
    socket.on('close', () => resolve('closed'))
    lines.find(socket, (address) => {
      let text = ''
      socket.on('data', (chunk) => (text += String(chunk)))
      socket.on('end', () => resolve(`${address}|${text}`))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  for (const chunk of chunks) await new Promise((done) => socket.write(chunk, () => setImmediate(done)))
  socket.end()
  const result = await promise
  socket.destroy()
  return result
}

const LINE = 'PROXY TCP4 203.0.113.9 127.0.0.1 51234 8883\r\n'

test.each<[string, readonly string[], string[], string]>([
  ['a trusted proxy is believed', ['127.0.0.1'], [`${LINE}hello`], '203.0.113.9|hello'],
  ['one of a range, too', ['::1', '127.0.0.0/8'], [`${LINE}hello`], '203.0.113.9|hello'],
  ['a line in pieces', ['127.0.0.1'], ['PRO', LINE.slice(3, 20), LINE.slice(20), 'hello'], '203.0.113.9|hello'],
  ['over IPv6', ['127.0.0.1'], ['PROXY TCP6 2001:db8::7 ::1 51234 8883\r\nhello'], '2001:db8::7|hello'],
  ['a proxy that does not know', ['127.0.0.1'], ['PROXY UNKNOWN\r\nhello'], '127.0.0.1|hello'],
  ['an address that is none', ['127.0.0.1'], ['PROXY TCP4 nobody 127.0.0.1 1 2\r\nhello'], '127.0.0.1|hello'],
  ['without a line it speaks for itself', ['127.0.0.1'], ['hello'], '127.0.0.1|hello'],
  ['somebody else is not believed', ['10.0.0.1'], [`${LINE}hello`], `127.0.0.1|${LINE}hello`],
  ['nobody is trusted', [], [`${LINE}hello`], `127.0.0.1|${LINE}hello`],
  ['it is gone before its line was whole', ['127.0.0.1'], ['PROXY TCP4 203.0'], 'closed'],
  ['a line that never ends', ['127.0.0.1'], [`PROXY TCP4 ${'9'.repeat(200)}`], 'closed'],
])('the PROXY line before a connection: %s', async (_, trusted, chunks, expected) => {
  expect(await seen(trusted, ...chunks)).toBe(expected)
})
