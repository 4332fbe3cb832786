import { randomBytes } from 'node:crypto'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { LinkedAlarm } from '@dalyan/contracts/notifications'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import { AppError } from '../../core/errors.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import { readLink, signLink, type LinkRight } from './alarm-link.ts'
import type { LinkHolder } from './link-holder.ts'
import { signingKey } from './signing-keys.repository.ts'

interface Needs {
  database: Database
  clock: Clock
  secrets: SecretBox
  /** Where people find the page, without a slash at its end. */
  origin: () => string
  /** What this person may do and see now; undefined: gone. */
  findHolder: (userId: number) => Promise<LinkHolder | undefined>
  maySee: (alarmId: number, firms: SignedIn['firms']) => Promise<boolean>
  findAlarms: (on: Connection, ids: readonly number[]) => Promise<Alarm[]>
  acknowledge: (id: number, by: LinkHolder, note: string | null) => Promise<Alarm>
}

export type AlarmLinks = ReturnType<typeof createAlarmLinks>

/** Links with a right: whoever holds one sees that alarm, and acknowledges it as the person it was sent to. */
export function createAlarmLinks(needs: Needs) {
  const { database, clock, secrets, origin, findHolder, maySee, findAlarms, acknowledge } = needs
  const secret = async () =>
    (await signingKey(database, secrets, 'alarm-links', () => ({ secret: randomBytes(32).toString('base64url') })))
      .secret

  /** Who holds it; 404 where it is forged or over, or where the person has lost the right since. */
  async function holderOf(token: string): Promise<{ right: LinkRight; holder: LinkHolder }> {
    const right = readLink(await secret(), token, clock.now())
    const holder = right && (await findHolder(right.user_id))
    const mayStill = holder?.permissions.has('alarms.acknowledge') ?? false
    if (!right || !holder || !mayStill || !(await maySee(right.alarm_id, holder.firms)))
      throw new AppError(404, 'link_over')
    return { right, holder }
  }

  async function shown({ right, holder }: { right: LinkRight; holder: LinkHolder }): Promise<LinkedAlarm> {
    const [alarm] = await findAlarms(database, [right.alarm_id])
    if (!alarm) throw new AppError(404, 'link_over')
    return { alarm, user: { id: holder.id, name: holder.name }, expires_at: instantAt(right.expires_at) }
  }

  return {
    /** The token stands behind `#`: no server, proxy or referrer ever sees it with the page's address. */
    async to(alarm_id: number, user_id: number): Promise<string> {
      return `${origin()}/alarm-link#${signLink(await secret(), { alarm_id, user_id }, clock.now())}`
    },

    toList: () => `${origin()}/alarms`,

    show: async (token: string) => shown(await holderOf(token)),

    async acknowledge(token: string, note: string | null): Promise<LinkedAlarm> {
      const held = await holderOf(token)
      await acknowledge(held.right.alarm_id, held.holder, note)
      return shown(held)
    },
  }
}
