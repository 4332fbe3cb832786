import { readStored, writeStored } from '../browser/storage.ts'
import { subscribers } from '../browser/subscribers.ts'
import { KEPT_CALLS } from '../offline/kept-names.ts'

const TOKEN_KEY = 'token'
/** Set while a user is signed in on this browser; does not hold the token. */
const MARKER_KEY = 'session'
/** Long enough for a tab that is asleep or busy: a signed-in user must not be sent to the login. */
const ANSWER_WITHIN_MS = 1_500

/** Why a session ended. */
export type Ending = 'logout' | 'expired' | 'idle'
type TabMessage =
  | { ask: true }
  | { token: string }
  | { replaced: string; by: string }
  | { ended: Ending; of: string | null }

const onEnd = subscribers<[Ending]>()
const onReplace = subscribers()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('dalyan-session')
let memory: string | null = null

const session = () => sessionStorage

/** No user is signed in on this browser any more, so the answers cached for offline use are removed too. */
function unmark(): void {
  writeStored(MARKER_KEY, null)
  void globalThis.caches?.delete(KEPT_CALLS)
}

function forget(ending: Ending): void {
  memory = null
  writeStored(TOKEN_KEY, null, session)
  unmark()
  onEnd.notify(ending)
}

function end(ending: Ending): void {
  const of = sessionToken.get()
  forget(ending)
  channel?.postMessage({ ended: ending, of } satisfies TabMessage)
}

/** Asks the other tabs for the token; null when none answers. */
function askOtherTabs(): Promise<string | null> {
  if (!channel) return Promise.resolve(null)
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(null), ANSWER_WITHIN_MS)
    const onAnswer = ({ data }: MessageEvent<TabMessage>) => {
      if ('token' in data) finish(data.token)
    }
    function finish(token: string | null) {
      clearTimeout(timer)
      channel?.removeEventListener('message', onAnswer)
      resolve(token)
    }
    channel.addEventListener('message', onAnswer)
    channel.postMessage({ ask: true } satisfies TabMessage)
  })
}

channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if ('ask' in data) {
    const token = sessionToken.get()
    if (token) channel.postMessage({ token } satisfies TabMessage)
  } else if ('replaced' in data) {
    if (sessionToken.get() === data.replaced) sessionToken.set(data.by)
  } else if ('ended' in data && sessionToken.get()) {
    // A logout and the idle clock hold for all tabs; an expired token ends only the tabs that use it.
    if (data.ended !== 'expired' || data.of === sessionToken.get()) forget(data.ended)
  }
})

/**
 * The session of this browser (docs/behaviour/sessions.md): the token in session storage, a marker in local storage,
 * and a handover between tabs, so that a new tab stays signed in.
 */
export const sessionToken = {
  get(): string | null {
    return memory ?? readStored(TOKEN_KEY, session)
  },
  set(token: string): void {
    memory = token
    writeStored(TOKEN_KEY, token, session)
    writeStored(MARKER_KEY, '1')
  },
  /** A new token for the same session (a changed password ends the old one), for every tab that uses the old one. */
  replace(token: string): void {
    const old = sessionToken.get()
    sessionToken.set(token)
    if (old) channel?.postMessage({ replaced: old, by: token } satisfies TabMessage)
    onReplace.notify()
  },
  /** This tab's token, or another tab's; null when no user is signed in. */
  async find(): Promise<string | null> {
    const own = sessionToken.get()
    if (own) return own
    if (readStored(MARKER_KEY) === null) return null
    const token = await askOtherTabs()
    if (token) sessionToken.set(token)
    // No tab has the token any more: the browser was closed while signed in.
    else unmark()
    return token
  },
  /** Logout in all tabs, by the user or by the idle clock. */
  clear(why: 'logout' | 'idle' = 'logout'): void {
    end(why)
  },
  /** The server no longer knows the token. */
  lose(): void {
    end('expired')
  },
  /** Calls the function when this tab has replaced the token. */
  onReplace: onReplace.subscribe,
  /** Calls the function when the session ends, in this tab or another. */
  onEnd: onEnd.subscribe,
}
