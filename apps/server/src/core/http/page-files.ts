import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { escapeHtml } from '../html.ts'
import { answerError } from './error-handler.ts'

/** Hosts that the policy may contain: a name or an address, without characters that end a word of the policy. */
const HOST_NAME = /^(?:[a-z0-9][a-z0-9._-]{0,252}|\[[0-9a-f:.]{2,45}\])$/i

/** The refusal of an address that this process does not serve. */
export type RefuseUnserved = (path: string) => AppError

interface Needs {
  /** Folder of the built page, including `index.html`. */
  folder: string
  socketPort: () => number
  /** Shown before the page's code is loaded. */
  systemName: () => string
  refuse?: RefuseUnserved
}

const refuseUnknown: RefuseUnserved = () => new AppError(404, 'not_found')

/** Serves the page: hashed files, cached for ever, and `index.html` with a new nonce each time, for every address requested as HTML. */
export async function servePage(
  server: FastifyInstance,
  { folder, socketPort, systemName, refuse = refuseUnknown }: Needs,
): Promise<void> {
  const document = await readFile(join(folder, 'index.html'), 'utf8')
  await server.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', cachingOf(path)),
    wildcard: false,
    globIgnore: ['index.html', '**/*.map'],
  })

  function filledIn(nonce: string): string {
    const values: Readonly<Record<string, string>> = {
      __CSP_NONCE__: nonce,
      __SOCKET_PORT__: String(socketPort()),
      __SYSTEM_NAME__: escapeHtml(systemName()),
    }
    return document.replaceAll(
      /__(?:CSP_NONCE|SOCKET_PORT|SYSTEM_NAME)__/g,
      (placeholder) => values[placeholder] ?? placeholder,
    )
  }

  function sendDocument(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!HOST_NAME.test(request.hostname)) return answerError(new AppError(400, 'unreadable_request'), request, reply)
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', documentPolicy(nonce, request.hostname, socketPort()))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(filledIn(nonce))
  }

  server.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    // Only the path, because a query may contain dots, as in times and file names.
    const [path = ''] = request.url.split('?')
    const isPage = wantsPage && !path.startsWith('/api/') && !/\.[a-z0-9]+$/i.test(path)
    return isPage ? sendDocument(request, reply) : answerError(refuse(path), request, reply)
  })
}

/** A file under `assets` has its content's hash in its name; other files may change. */
function cachingOf(path: string): string {
  return path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

/** For a server without a page: refuses every unknown address. */
export function answerNotFound(server: FastifyInstance, refuse: RefuseUnserved = refuseUnknown): void {
  server.setNotFoundHandler((request, reply) => answerError(refuse(request.url), request, reply))
}

/** `'self'` never includes another port, so the policy names the socket's addresses. */
function documentPolicy(nonce: string, host: string, socketPort: number): string {
  const socket = `${host}:${socketPort}`
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' http://${socket} https://${socket} ws://${socket} wss://${socket}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
