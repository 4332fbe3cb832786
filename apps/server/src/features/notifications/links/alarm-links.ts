import { randomBytes } from 'node:crypto'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { LinkedAlarm } from '@dalyan/contracts/notifications'
import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Connection, Database } from '../../../core/database/database.ts'
import { AppError } from '../../../core/errors.ts'
import type { UserActor } from '../../../core/http/actor.ts'
import type { SignedIn } from '../../../core/http/signed-in.ts'
import type { SecretBox } from '../../../core/secrets/secret-box.ts'
import type { Audit } from '../../logs/audit-log.ts'
import { readLink, signLink, type LinkKey, type LinkRight } from './alarm-link.ts'
import type { LinkRecipient } from './link-recipient.ts'
import { removeSigningKey, signingKey } from '../signing-keys.repository.ts'

interface Needs {
  database: Database
  clock: Clock
  secrets: SecretBox
  /** The origin of the page, without a trailing slash. */
  origin: () => string
  /** The user's current rights; undefined: deleted. */
  findLinkRecipient: (userId: number) => Promise<LinkRecipient | undefined>
  /** The stored hash of this user's password; undefined: deleted. */
  passwordOf: (userId: number) => Promise<string | undefined>
  maySee: (alarmId: number, firms: SignedIn['firms']) => Promise<boolean>
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
  acknowledge: (id: number, by: LinkRecipient, note: string | null) => Promise<Alarm>
  audit: Audit
}

export type AlarmLinks = ReturnType<typeof createAlarmLinks>

/** Links that show one alarm and acknowledge it as the user they were sent to. */
export function createAlarmLinks(needs: Needs) {
  const { database, clock, secrets, origin, findLinkRecipient, passwordOf, maySee, findAlarms, acknowledge, audit } =
    needs
  const KEY = 'alarm-links'
  const makeSecret = () => ({ secret: randomBytes(32).toString('base64url') })

  async function keyOf(userId: number): Promise<LinkKey | null> {
    const password_hash = await passwordOf(userId)
    if (password_hash === undefined) return null
    const { secret } = await signingKey(database, secrets, KEY, makeSecret)
    return { secret, password_hash }
  }

  /** The user of the link; 404 when it is forged or expired, or its user has lost the right since. */
  async function recipientOf(token: string): Promise<{ right: LinkRight; recipient: LinkRecipient }> {
    const right = await readLink(token, clock.now(), keyOf)
    const recipient = right && (await findLinkRecipient(right.user_id))
    const mayStill = recipient?.permissions.has('alarms.acknowledge') ?? false
    if (!right || !recipient || !mayStill || !(await maySee(right.alarm_id, recipient.firms)))
      throw new AppError(404, 'link_over')
    return { right, recipient }
  }

  async function shown({ right, recipient }: { right: LinkRight; recipient: LinkRecipient }): Promise<LinkedAlarm> {
    const [alarm] = await findAlarms(database, [right.alarm_id])
    if (!alarm) throw new AppError(404, 'link_over')
    return { alarm, user: { id: recipient.id, name: recipient.name }, expires_at: instantAt(right.expires_at) }
  }

  const toList = () => `${origin()}/alarms`

  return {
    /** The token is in the fragment (`#`), which browsers send to no server and in no referrer. */
    async to(alarm_id: number, user_id: number): Promise<string> {
      const key = await keyOf(user_id)
      return key ? `${origin()}/alarm-link#${signLink(key, { alarm_id, user_id }, clock.now())}` : toList()
    },

    toList,

    /** Invalidates all links that were sent; the next link creates a new key. */
    async endAll(actor: UserActor): Promise<void> {
      await database.transact(async (on) => {
        await removeSigningKey(on, KEY)
        await audit(on, actor, { event: 'alarm_links_ended', target: { kind: 'settings', id: null, name: KEY } })
      })
    },

    show: async (token: string) => shown(await recipientOf(token)),

    async acknowledge(token: string, note: string | null): Promise<LinkedAlarm> {
      const linked = await recipientOf(token)
      await acknowledge(linked.right.alarm_id, linked.recipient, note)
      return shown(linked)
    },
  }
}
