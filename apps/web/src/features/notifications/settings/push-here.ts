import { pushApi } from '@dalyan/contracts/notifications'
import { call } from '../../../shared/api/call.ts'
import { readStored, writeStored } from '../../../shared/browser/storage.ts'

/** The browser's storage names the user who turned push on. */
const KEY = 'push-for'

/** Whether this browser shows push messages: `on`, `off`, or why it cannot. */
type PushState = 'on' | 'off' | 'insecure' | 'unsupported' | 'denied'

/** Why push is not possible in this browser; null: it is. */
function obstacle(): Exclude<PushState, 'on' | 'off'> | null {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

/**
 * @param isKnown whether the server knows a browser of this user; push is off in a browser that the server forgot, or that another user registered
 */
export async function readPushState(isKnown: boolean, userId: number): Promise<PushState> {
  const why = obstacle()
  if (why) return why
  if (!isKnown || !isPushOwner(userId)) return 'off'
  return (await presentSubscription()) ? 'on' : 'off'
}

async function presentSubscription(): Promise<PushSubscription | null | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
}

/** Requests the permission and registers this browser at the server. A refused permission changes nothing. */
export async function turnPushOn(userId: number): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const { key } = await call(pushApi.key)
  // A subscription with another installation's key would be refused.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await register(subscription)
  writeStored(KEY, String(userId))
}

/** Registers this browser for the user of the present session. */
async function register(subscription: PushSubscription): Promise<void> {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  await call(pushApi.subscribe, { body: { endpoint: subscription.endpoint, keys: { p256dh, auth } } })
}

/**
 * Registers this browser in the present session if the same user turned push on in an earlier one: the server forgets it with the session.
 * @returns whether it did
 */
export async function keepPush(userId: number): Promise<boolean> {
  if (obstacle() || Notification.permission !== 'granted' || !isPushOwner(userId)) return false
  const subscription = await presentSubscription()
  if (!subscription) return false
  await register(subscription)
  return true
}

export async function turnPushOff(): Promise<void> {
  const subscription = await presentSubscription()
  if (!subscription) return
  await call(pushApi.unsubscribe, { body: { endpoint: subscription.endpoint } })
  writeStored(KEY, null)
  await subscription.unsubscribe()
}

/** Whether this user was the last to turn push on in this browser: the server sends only to him. Without storage push is off after a page load. */
export function isPushOwner(userId: number): boolean {
  return readStored(KEY) === String(userId)
}
