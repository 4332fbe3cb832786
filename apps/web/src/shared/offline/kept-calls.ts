/** Where the last answers are kept, in the browser's cache storage. */
export const KEPT_CALLS = 'kept-answers'
/** Marks an answer that was kept, not given now. */
export const KEPT_HEADER = 'x-dalyan-kept'

/** What an offline page needs to show: who is signed in, the own tanks with their newest values, open alarms. */
const PATHS = [
  /^\/api\/user$/,
  /^\/api\/home$/,
  /^\/api\/tanks(\/\d+)?$/,
  /^\/api\/alarms$/,
  /^\/api\/settings\/system$/,
]

/** Only what was asked with a token: an answer belongs to a session. */
export function isKeptCall(method: string, path: string, headers: Headers): boolean {
  return method === 'GET' && headers.has('authorization') && PATHS.some((known) => known.test(path))
}

/** Under which address an answer is kept: the call's own, and a mark of the token that cannot be turned back into it. */
export async function keyOf({ url, headers }: { url: string; headers: Headers }): Promise<string> {
  const token = new TextEncoder().encode(headers.get('authorization') ?? '')
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', token))
  const address = new URL(url)
  address.searchParams.set('kept-for', [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  return address.href
}
