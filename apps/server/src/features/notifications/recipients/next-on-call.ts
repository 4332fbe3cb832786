import type { IncidentTimeline } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { WaitingTank } from '../../alarms/incidents/incident-timeline.sql.ts'
import { findAlarmRecipients, findMessageRecipient } from './recipients.sql.ts'

interface Needs {
  database: Connection
  /** Whether the server can send email. */
  canMail: boolean
}

/** The user on call who is notified next of these unanswered alarms; null: nobody is left. */
export async function nextOnCall(
  { database, canMail }: Needs,
  waiting: readonly WaitingTank[],
  now: Instant,
): Promise<IncidentTimeline['next']> {
  if (waiting.length === 0) return null
  const recipients = await findAlarmRecipients(
    database,
    waiting.map(({ tank_id }) => tank_id),
    canMail,
  )
  const calls = waiting.flatMap(({ tank_id, episode_at }) =>
    (recipients.get(tank_id) ?? []).flatMap(({ user_id, on_call_after_ms: after }) => {
      const at = instantAt(Date.parse(episode_at) + (after ?? 0))
      return after !== null && at > now ? [{ at, user_id }] : []
    }),
  )
  const [next] = calls.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const user = next && (await findMessageRecipient(database, next.user_id))
  return next && user ? { at: next.at, user: { id: user.user_id, name: user.name } } : null
}
