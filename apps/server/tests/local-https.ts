import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** The key of `localhost`, for tests only; the tests' process trusts its certificate until it ends. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1dcISXeMDrOUPu32
cH8+zmAWuYpC2DLYcx+esFeM2qehRANCAAQMpRxosDYaZWYC7iVosoXlJWZi+ht/
Fvf3YM1renZPeKRqfdpcZ7H2C1GHD6Y3x4tEgMyoWzNxvAzDiRjEyv8v
-----END PRIVATE KEY-----
`
/** Other processes trust it by `NODE_EXTRA_CA_CERTS`. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBjTCCATKgAwIBAgIUaeZJrTk4P7kgRWZutoSC+CEXs4gwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAx
MDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQMpRxosDYaZWYC7iVosoXlJWZi+ht/Fvf3YM1renZPeKRqfdpcZ7H2
C1GHD6Y3x4tEgMyoWzNxvAzDiRjEyv8vo2AwXjAdBgNVHQ4EFgQUtL81yvOJ+FFy
C3lVt5sQVkJmyrEwDwYDVR0TAQH/BAUwAwEB/zAsBgNVHREEJTAjgglsb2NhbGhv
c3SHBH8AAAGHEAAAAAAAAAAAAAAAAAAAAAEwCgYIKoZIzj0EAwIDSQAwRgIhALo2
5r0ht+9RcCE3rgxgor568ylD5FGiKaGiQAJTlzNrAiEA3SL+Yyi3y2DV8oHhogd7
82SPujSuceSiUVOmTttvNbs=
-----END CERTIFICATE-----
`

export interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A local HTTPS server whose answers the test sets. */
export interface Receiver {
  url: string
  /** All requests so far. */
  received: Received[]
  /** Sets the status of the answers from now on. */
  answer(status: number, headers?: Record<string, string>, body?: string): void
  /** Accepts requests without answering until `answer` is called. Resolves at the first request. */
  hold(): Promise<void>
  /** Answers the next request with an endless body. Resolves with the number of bytes written when the connection ended. */
  flood(status: number): Promise<number>
  close(): Promise<void>
}

/** `secure` false: plain HTTP. */
export async function openReceiver(secure = true): Promise<Receiver> {
  if (secure) setDefaultCACertificates([...getCACertificates('default'), CERTIFICATE])
  const received: Received[] = []
  let reply: { status: number; headers: Record<string, string>; body: string } = { status: 201, headers: {}, body: '' }
  let held: (() => void) | null = null
  let flooded: ((response: ServerResponse) => void) | null = null
  const take: Parameters<typeof createServer>[1] = (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      received.push({ method, path, headers, body: Buffer.concat(parts) })
      if (flooded) return flooded(response)
      if (held) return held()
      response.writeHead(reply.status, reply.headers).end(reply.body)
    })
  }
  const server = secure ? createTlsServer({ key: KEY, cert: CERTIFICATE }, take) : createServer(take)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${secure ? 'https' : 'http'}://localhost:${port}`,
    received,
    answer(status, headers = {}, body = '') {
      held = null
      reply = { status, headers, body }
    },
    hold: () =>
      new Promise((resolve) => {
        held = resolve
      }),
    flood: (status) =>
      new Promise((resolve) => {
        flooded = (response) => {
          flooded = null
          response.writeHead(status)
          const chunk = Buffer.alloc(65_536, 'x')
          let written = 0
          const pour = () => {
            do written += chunk.length
            while (!response.destroyed && response.write(chunk))
          }
          response.on('drain', pour).on('close', () => resolve(written))
          pour()
        }
      }),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
