import { KEPT_CALLS, KEPT_HEADER } from '../../shared/offline/kept-names.ts'

/** What an offline page needs to show: who is signed in, the own tanks with their newest values, open alarms. */
const PATHS = [
  /^\/api\/user$/,
  /^\/api\/home$/,
  /^\/api\/tanks(\/\d+)?$/,
  /^\/api\/alarms$/,
  /^\/api\/settings\/system$/,
]

/** AES-GCM: a random 12-byte nonce stands in front of each sealed answer. */
const NONCE_BYTES = 12

type Asked = Pick<Request, 'url' | 'headers'>

/** Only what was asked with a token: an answer belongs to a session. */
export function isKeptCall(method: string, path: string, headers: Headers): boolean {
  return method === 'GET' && headers.has('authorization') && PATHS.some((known) => known.test(path))
}

/** The address under which an answer is kept: the call's path, and a code of its whole address that only the same token gives. */
export async function keyOf({ url, headers }: Asked): Promise<string> {
  const { origin, pathname, search } = new URL(url)
  const key = await derive(headers, { name: 'HMAC', hash: 'SHA-256', length: 256 }, 'sign')
  const code = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(pathname + search)))
  return `${origin}${pathname}?kept-for=${[...code].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * An answer as it is kept: its body encrypted with a key that only the session's token gives, so that what stays behind in the browser's
 * storage cannot be read without the session. Only the time of the answer stays readable, since what is too old is thrown away by it.
 */
export async function seal(asked: Asked, answer: Response): Promise<Response> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const key = await derive(asked.headers, { name: 'AES-GCM', length: 256 }, 'encrypt')
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, await answer.arrayBuffer())
  return new Response(new Blob([nonce, sealed]), { headers: { date: answer.headers.get('date') ?? '' } })
}

/** The answer that was sealed, marked as kept; undefined where it cannot be opened with this token. */
export async function unseal(asked: Asked, kept: Response): Promise<Response | undefined> {
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
