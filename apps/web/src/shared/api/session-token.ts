import { readStored, tabStorage, writeStored } from '../browser/storage.ts'
import { subscribers } from '../browser/subscribers.ts'
import { KEPT_CALLS, SESSION_CHANNEL } from '../offline/kept-names.ts'
import { logFailure } from './log-failure.ts'

const TOKEN_KEY = 'token'
/** Set while a user is signed in on this browser; does not hold the token. */
export const SESSION_MARKER = 'session'
/** After this time without an answer a new tab checks that lock. */
const ANSWER_WITHIN_MS = 1_500
/** While another tab holds the lock, it is only busy: a signed-in user must not be sent to the login. */
const MOST_QUESTIONS = 10

/** Why a session ended. */
export type Ending = 'logout' | 'expired' | 'idle'
type TabMessage =
  | { ask: true }
  | { token: string }
  | { replaced: string; by: string }
  | { ended: Ending; of: string | null }

const onEnd = subscribers<[Ending]>()
const onReplace = subscribers()
const channel = new BroadcastChannel(SESSION_CHANNEL)
let memory: string | null = null
let isExpired = false

/** Browsers have none over plain HTTP. */
const locks = () => navigator.locks as LockManager | undefined

/** No user is signed in on this browser any more, so the answers cached for offline use are removed too. */
function unmark(): void {
  writeStored(SESSION_MARKER, null)
  void globalThis.caches?.delete(KEPT_CALLS)
}

let endHold: (() => void) | null = null

/** Holds the lock, shared, so that a new tab knows that an answer is still to come; the browser ends it with the tab. */
function hold(): void {
  if (endHold) return
  const { promise, resolve } = Promise.withResolvers<void>()
  endHold = resolve
  locks()
    ?.request(SESSION_CHANNEL, { mode: 'shared' }, () => promise)
    .catch((error: unknown) => logFailure('session lock', error))
}

async function isHeldByAnotherTab(): Promise<boolean> {
  const snapshot = await locks()
    ?.query()
    .catch(() => null)
  return snapshot?.held?.some(({ name }) => name === SESSION_CHANNEL) ?? false
}

function forget(ending: Ending): void {
  memory = null
  isExpired = ending === 'expired'
  endHold?.()
  endHold = null
  writeStored(TOKEN_KEY, null, tabStorage)
  unmark()
  onEnd.notify(ending)
}

function end(ending: Ending): void {
  const of = sessionToken.get()
  forget(ending)
  channel.postMessage({ ended: ending, of } satisfies TabMessage)
}

/** Asks the other tabs for the token, again while one of them is signed in but busy; null when none answers. */
async function askOtherTabs(): Promise<string | null> {
  for (let question = 1; question <= MOST_QUESTIONS; question++) {
    const token = await askOnce()
    if (token !== null || !(await isHeldByAnotherTab())) return token
  }
  return null
}

function askOnce(): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(null), ANSWER_WITHIN_MS)
    const onAnswer = ({ data }: MessageEvent<TabMessage>) => {
      if ('token' in data) finish(data.token)
    }
    function finish(token: string | null) {
      clearTimeout(timer)
      channel.removeEventListener('message', onAnswer)
      resolve(token)
    }
    channel.addEventListener('message', onAnswer)
    channel.postMessage({ ask: true } satisfies TabMessage)
  })
}

channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
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
    return memory ?? readStored(TOKEN_KEY, tabStorage)
  },
  set(token: string): void {
    memory = token
    isExpired = false
    writeStored(TOKEN_KEY, token, tabStorage)
    writeStored(SESSION_MARKER, '1')
    hold()
  },
  /** A new token for the same session (a changed password ends the old one), for every tab that uses the old one. */
  replace(token: string): void {
    const old = sessionToken.get()
    sessionToken.set(token)
    if (old) channel.postMessage({ replaced: old, by: token } satisfies TabMessage)
    onReplace.notify()
  },
  /** This tab's token, or another tab's; null when no user is signed in. */
  async find(): Promise<string | null> {
    const own = sessionToken.get()
    if (own) return own
    if (readStored(SESSION_MARKER) === null) return null
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
  /** Whether the last session of this tab ended because the server no longer knew it. */
  isExpired: () => isExpired,
  /** Calls the function when this tab has replaced the token. */
  onReplace: onReplace.subscribe,
  /** Calls the function when the session ends, in this tab or another. */
  onEnd: onEnd.subscribe,
}

// After a reload.
if (sessionToken.get()) hold()
