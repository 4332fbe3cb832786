import { KEPT_CALLS, KEPT_HEADER } from '../../shared/offline/kept-names.ts'

/** The calls that an offline page needs: user, tanks with their newest values, open alarms and incidents, and the journal, whose last amounts a new entry takes. */
const PATHS = [
  /^\/api\/user$/,
  /^\/api\/(home|now)$/,
  /^\/api\/wall$/,
  /^\/api\/tanks(\/\d+)?$/,
  /^\/api\/alarms$/,
  /^\/api\/journal(\/last)?$/,
  /^\/api\/incidents$/,
  /^\/api\/settings\/system$/,
]

/** AES-GCM: a random 12-byte nonce precedes each encrypted answer. */
const NONCE_BYTES = 12

type KeptCall = Pick<Request, 'url' | 'headers'>

/** Only requests with a token: an answer belongs to a session. */
export function isKeptCall(method: string, path: string, headers: Headers): boolean {
  return method === 'GET' && headers.has('authorization') && PATHS.some((known) => known.test(path))
}

/** The address of a cached answer: the call's path, and a hash of its full address with the token as key. */
export async function keyOf({ url, headers }: KeptCall): Promise<string> {
  const { origin, pathname, search } = new URL(url)
  const key = await derive(headers, { name: 'HMAC', hash: 'SHA-256', length: 256 }, 'sign')
  const code = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(pathname + search)))
  return `${origin}${pathname}?kept-for=${[...code].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Encrypts an answer with a key derived from the session's token, so that the browser's storage is not readable without the session.
 * Only the time of the answer stays readable, by which old answers are removed.
 */
export async function seal(asked: KeptCall, answer: Response): Promise<Response> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const key = await derive(asked.headers, { name: 'AES-GCM', length: 256 }, 'encrypt')
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, await answer.arrayBuffer())
  return new Response(new Blob([nonce, sealed]), { headers: { date: answer.headers.get('date') ?? '' } })
}

/** Decrypts an answer and marks it as cached; undefined when the token is another one. */
export async function unseal(asked: KeptCall, kept: Response): Promise<Response | undefined> {
  const bytes = await kept.arrayBuffer()
  const key = await derive(asked.headers, { name: 'AES-GCM', length: 256 }, 'decrypt')
  const iv = bytes.slice(0, NONCE_BYTES)
  const body = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv }, key, bytes.slice(NONCE_BYTES))
    .catch((): undefined => undefined)
  const headers = { 'content-type': 'application/json', date: kept.headers.get('date') ?? '', [KEPT_HEADER]: '1' }
  return body && new Response(body, { headers })
}

/** HKDF (RFC 5869) from the token, with the algorithm as `info`, so that no two purposes share a key. */
async function derive(
  headers: Headers,
  algorithm: AesKeyGenParams | HmacKeyGenParams,
  usage: 'sign' | 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const token = new TextEncoder().encode(headers.get('authorization') ?? '')
  const root = await crypto.subtle.importKey('raw', token, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`${KEPT_CALLS} ${algorithm.name}`)
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return await crypto.subtle.deriveKey(hkdf, root, algorithm, false, [usage])
}
