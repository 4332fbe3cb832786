import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { LinkedAlarm } from '@dalyan/contracts/notifications'
import { isRoleName, ROLE_PERMISSIONS, type Permission } from '@dalyan/contracts/permissions'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { AppError } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import type { firmsRepository } from '../firms/firms.repository.ts'
import type { usersRepository } from '../users/users.repository.ts'
import { removeSigningKey, signingKey } from './signing-keys.repository.ts'

const HOLDS_MS = 60 * 60_000
/** How long a link is valid, as messages show it. */
export const LINK_MINUTES = HOLDS_MS / 60_000
const LARGEST_ID = 2_147_483_647
const KEY_NAME = 'alarm-links'

/** One user's right to see and acknowledge one alarm. */
interface LinkRight {
  alarm_id: number
  user_id: number
  /** Epoch milliseconds. */
  expires_at: number
}

/** Signs links: they expire when the installation renews its secret or the user changes the password. */
export interface LinkKey {
  secret: string
  /** The stored hash of the user's password. */
  password_hash: string
}

/** A user without a session, with current rights. */
type LinkRecipient = Pick<SignedIn, 'id' | 'name' | 'firms' | 'permissions'>

export interface AlarmLinkNeeds extends Pick<Basics, 'database' | 'clock' | 'audit'> {
  secrets: SecretBox
  /** The origin of the page, without a trailing slash. */
  origin: () => string
  users: typeof usersRepository
  firms: typeof firmsRepository
  maySee: (alarmId: number, firms: SignedIn['firms']) => Promise<boolean>
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
  acknowledge: (id: number, by: LinkRecipient, note: string | null) => Promise<Alarm>
}

/** A link that shows one alarm and acknowledges it as the user it was sent to. The token is in the fragment (`#`), which browsers send to no server and in no referrer. */
export async function alarmLinkTo(needs: AlarmLinkNeeds, alarm_id: number, user_id: number): Promise<string> {
  const key = await keyOf(needs, user_id)
  if (!key) return linkToAlarms(needs)
  return `${needs.origin()}/alarm-link#${signLink(key, { alarm_id, user_id }, needs.clock.now())}`
}

/** The address of the list of alarms. */
export const linkToAlarms = ({ origin }: Pick<AlarmLinkNeeds, 'origin'>) => `${origin()}/alarms`

/** Invalidates all links that were sent; the next link creates a new key. */
export async function endAlarmLinks({ database, audit }: AlarmLinkNeeds, actor: UserActor): Promise<void> {
  await database.transact(async (on) => {
    await removeSigningKey(on, KEY_NAME)
    await audit(on, actor, { event: 'alarm_links_ended', target: { kind: 'settings', id: null, name: KEY_NAME } })
  })
}

export async function showLinkedAlarm(needs: AlarmLinkNeeds, token: string): Promise<LinkedAlarm> {
  return shown(needs, await openLink(needs, token))
}

export async function acknowledgeByLink(
  needs: AlarmLinkNeeds,
  token: string,
  note: string | null,
): Promise<LinkedAlarm> {
  const link = await openLink(needs, token)
  await needs.acknowledge(link.right.alarm_id, link.recipient, note)
  return shown(needs, link)
}

interface OpenAlarmLink {
  right: LinkRight
  recipient: LinkRecipient
}

/** The user of the link; 404 when it is forged or expired, or its user has lost the right since. */
async function openLink(needs: AlarmLinkNeeds, token: string): Promise<OpenAlarmLink> {
  const right = await readLink(token, needs.clock.now(), (userId) => keyOf(needs, userId))
  const recipient = right && (await findRecipient(needs, right.user_id))
  const mayStill = recipient?.permissions.has('alarms.acknowledge') ?? false
  if (!right || !recipient || !mayStill || !(await needs.maySee(right.alarm_id, recipient.firms)))
    throw new AppError(404, 'link_over')
  return { right, recipient }
}

async function shown(
  { database, findAlarms }: AlarmLinkNeeds,
  { right, recipient }: OpenAlarmLink,
): Promise<LinkedAlarm> {
  const [alarm] = await findAlarms(database, [right.alarm_id])
  if (!alarm) throw new AppError(404, 'link_over')
  return { alarm, user: { id: recipient.id, name: recipient.name }, expires_at: instantAt(right.expires_at) }
}

/** The current rights of the user of a link, whatever they were when it was sent; undefined: deleted. */
async function findRecipient(
  { database, users, firms }: AlarmLinkNeeds,
  id: number,
): Promise<LinkRecipient | undefined> {
  const user = await users(database).findById(id)
  if (!user) return undefined
  const roles = user.roles.map(({ name }) => name).filter(isRoleName)
  const below = user.firm ? await firms(database).idsFrom(user.firm.id) : []
  const permissions = new Set<Permission>(roles.flatMap((role) => ROLE_PERMISSIONS[role]))
  return { id, name: user.name, permissions, firms: roles.includes('admin') ? 'all' : below }
}

/** The user's current key; null: no such user. */
async function keyOf({ database, secrets, users }: AlarmLinkNeeds, userId: number): Promise<LinkKey | null> {
  const user = await users(database).findSecretById(userId)
  if (!user) return null
  const makeSecret = () => ({ secret: randomBytes(32).toString('base64url') })
  const { secret } = await signingKey(database, secrets, KEY_NAME, makeSecret)
  return { secret, password_hash: user.password_hash }
}

/** `{alarm}.{user}.{expires}.{signature}`, numbers in base 36. */
export function signLink(key: LinkKey, right: Omit<LinkRight, 'expires_at'>, now: number): string {
  const expires = Math.floor((now + HOLDS_MS) / 1000)
  const text = [right.alarm_id, right.user_id, expires].map((number) => number.toString(36)).join('.')
  return `${text}.${signatureOf(key, text)}`
}

/** Null: forged, malformed or expired. @param keyOfUser the user's current key; null: no such user */
export async function readLink(
  token: string,
  now: number,
  keyOfUser: (userId: number) => Promise<LinkKey | null>,
): Promise<LinkRight | null> {
  const [, text, signature = ''] = /^([0-9a-z]{1,8}\.[0-9a-z]{1,8}\.[0-9a-z]{1,8})\.([\w-]{43})$/.exec(token) ?? []
  if (text === undefined) return null
  const [alarm_id = 0, user_id = 0, seconds = 0] = text.split('.').map((part) => parseInt(part, 36))
  const right = { alarm_id, user_id, expires_at: seconds * 1000 }
  if (right.expires_at <= now || user_id > LARGEST_ID || alarm_id > LARGEST_ID) return null
  const key = await keyOfUser(user_id)
  // Both signatures have 43 characters.
  return key && timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, text))) ? right : null
}

function signatureOf({ secret, password_hash }: LinkKey, text: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['alarm-link', text, password_hash]))
    .digest('base64url')
}
