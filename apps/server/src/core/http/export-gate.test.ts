import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createLogger } from '../log.ts'
import { createExportGate } from './export-gate.ts'
import { sendFile } from './file-reply.ts'
import { createHttpServer } from './http-server.ts'

const STANDS_STILL_MS = 1_000
let server: FastifyInstance
let files: Readable[]
let port: number

/** Serves endless files, and one whose first byte never comes. */
beforeEach(async () => {
  files = []
  server = await createHttpServer({ log: createLogger('silent'), apiRate: 0, authenticate: async () => null })
  const gate = createExportGate(server, false, async () => undefined)
  const serve = (path: string, read: (this: Readable) => void) =>
    server.get(path, async (request, reply) => {
      const content = new Readable({ read })
      files.push(content)
      const file = await gate.open(request, async () => ({ name: 'a.csv', type: 'text/csv', content }))
      return sendFile(reply, file, STANDS_STILL_MS)
    })
  serve('/endless', function read() {
    this.push(Buffer.alloc(64 * 1024))
  })
  serve('/nothing', () => undefined)
  serve('/failing', function read() {
    this.destroy(new Error('the thread failed'))
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
})
afterEach(() => server.close())

function ask(path: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  return socket
}

test.each(['/endless', '/nothing'])(
  'a file whose transfer has stalled is ended and its slot is free again: %s',
  async (path) => {
    // More often than there are slots.
    for (let i = 0; i < 3; i += 1) {
      const sockets = [ask(path), ask(path)]
      for (const socket of sockets) socket.pause()
      await expect.poll(() => files.length).toBe(2)
      for (const file of files.splice(0)) await expect.poll(() => file.closed, { timeout: 30_000 }).toBe(true)
      for (const socket of sockets) socket.destroy()
    }
  },
)

test('a file that is being read continues, however long it takes', async () => {
  const socket = ask('/endless')
  socket.resume()
  await expect.poll(() => files.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 2.5 * STANDS_STILL_MS))
  expect(files[0]?.closed).toBe(false)
  socket.destroy()
  if (files[0]) await once(files[0], 'close')
})

test('a file that fails before its first byte is answered like every other failure', async () => {
  const reply = await server.inject({ url: '/failing' })
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toMatchObject({ code: 'internal' })
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.headers['content-disposition']).toBeUndefined()
})
