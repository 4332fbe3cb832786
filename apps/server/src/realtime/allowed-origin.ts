import type { IncomingMessage } from 'node:http'

/**
 * Whether a browser on this page may connect: the page of this very host, or BASE_URL's. Socket.IO itself lets a WebSocket
 * from any site in; its `cors` option only keeps foreign pages from reading polling answers.
 * A request without an Origin comes from no browser.
 */
export function isAllowedOrigin(request: IncomingMessage, pagePort: number, baseUrl: string | undefined): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  if (baseUrl !== undefined && new URL(baseUrl).origin === origin) return true
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const page = new URL(origin)
  const port = page.port === '' ? (page.protocol === 'https:' ? 443 : 80) : Number(page.port)
  return page.hostname === new URL(`http://${host}`).hostname && port === pagePort
}
