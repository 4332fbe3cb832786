import { KEPT_CALLS } from '../offline/kept-names.ts'

const TOKEN_KEY = 'token'
/** Says that somebody is signed in on this browser, without the token itself. */
const MARKER_KEY = 'session'
/** Another tab may be asleep or busy; who is signed in must not be taken for a stranger. */
const ANSWER_WITHIN_MS = 1_500

/** Why a session ended. */
export type Ending = 'logout' | 'expired' | 'idle'
type Word = { ask: true } | { token: string } | { replaced: string; by: string } | { ended: Ending; of: string | null }
type Listener = (ending: Ending) => void

const listeners = new Set<Listener>()
const replaceListeners = new Set<() => void>()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('dalyan-session')
let memory: string | null = null

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

function write(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
  } catch {
    // storage forbidden: the token lives in memory until the page closes
  }
}

const session = () => sessionStorage
const local = () => localStorage

/** Nobody is signed in on this browser any more: the last answers that were kept for a dead spot go too. */
function unmark(): void {
  write(local, MARKER_KEY, null)
  void globalThis.caches?.delete(KEPT_CALLS)
}

function forget(ending: Ending): void {
  memory = null
  write(session, TOKEN_KEY, null)
  unmark()
  for (const listener of listeners) listener(ending)
}

function end(ending: Ending): void {
  const of = sessionToken.get()
  forget(ending)
  channel?.postMessage({ ended: ending, of } satisfies Word)
}

/** Asks the other tabs for the token; null when none answers. */
function askOtherTabs(): Promise<string | null> {
  if (!channel) return Promise.resolve(null)
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(null), ANSWER_WITHIN_MS)
    const hear = ({ data }: MessageEvent<Word>) => {
      if ('token' in data) finish(data.token)
    }
    function finish(token: string | null) {
      clearTimeout(timer)
      channel?.removeEventListener('message', hear)
      resolve(token)
    }
    channel.addEventListener('message', hear)
    channel.postMessage({ ask: true } satisfies Word)
  })
}

channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
  if ('ask' in data) {
    const token = sessionToken.get()
    if (token) channel.postMessage({ token } satisfies Word)
  } else if ('replaced' in data) {
    if (sessionToken.get() === data.replaced) sessionToken.set(data.by)
  } else if ('ended' in data && sessionToken.get()) {
    // A logout and the idle clock hold for all tabs; a token that expired is only the end of those that use it.
    if (data.ended !== 'expired' || data.of === sessionToken.get()) forget(data.ended)
  }
})

/**
 * The sign-in of this browser (docs/behaviour/sessions.md): the token in session storage, a marker in local storage,
 * and a hand-over between tabs so that a middle click stays signed in.
 */
export const sessionToken = {
  get(): string | null {
    return memory ?? read(session, TOKEN_KEY)
  },
  set(token: string): void {
    memory = token
    write(session, TOKEN_KEY, token)
    write(local, MARKER_KEY, '1')
  },
  /** A new token for the same session (a changed password ends the old one), for every tab that uses the old one. */
  replace(token: string): void {
    const old = sessionToken.get()
    sessionToken.set(token)
    if (old) channel?.postMessage({ replaced: old, by: token } satisfies Word)
    for (const listener of replaceListeners) listener()
  },
  /** This tab's token, else another tab's; null when nobody is signed in. */
  async find(): Promise<string | null> {
    const own = sessionToken.get()
    if (own) return own
    if (read(local, MARKER_KEY) === null) return null
    const token = await askOtherTabs()
    if (token) sessionToken.set(token)
    // No tab has it any more: a browser that was closed while signed in.
    else unmark()
    return token
  },
  /** Logout, in all tabs: by a person or by the idle clock. */
  clear(why: 'logout' | 'idle' = 'logout'): void {
    end(why)
  },
  /** The server no longer knows the token. */
  lose(): void {
    end('expired')
  },
  /** Is called when this tab replaced the token. @returns the end of it. */
  onReplace(listener: () => void): () => void {
    replaceListeners.add(listener)
    return () => void replaceListeners.delete(listener)
  },
  /** Hears when the session ends, here or in another tab. */
  onEnd(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
