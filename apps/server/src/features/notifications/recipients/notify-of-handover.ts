import type { Language } from '@dalyan/contracts/errors'
import { type Handover, TAKER_SILENT_MINUTES } from '@dalyan/contracts/handovers'
import type { Connection } from '../../../core/database/database.ts'
import type { Logger } from '../../../core/log.ts'
import type { Channels } from '../channels/channels.ts'
import {
  composeHandover,
  composeHandoverWaits,
  composeTakerSilent,
  type ComposedMessage,
} from '../messages/compose-message.ts'
import { findMessageRecipient } from './recipients.sql.ts'

interface Needs {
  database: Pick<Connection, 'query'>
  channels: Pick<Channels, 'app' | 'push'>
  origin: () => string
  log: Logger
}

/** Notifies the user who is to take a shift over, in the page and by push. */
export async function notifyTaker(needs: Needs, { by, to_user, note }: Handover): Promise<void> {
  await notify(needs, to_user.id, (language, link) => composeHandover(language, { by: by.name, note }, link))
}

/** Reminds the user who is to take a shift over, and notifies the one who hands it over that the duty stays. */
export async function remindOfHandover(needs: Needs, { by, to_user }: Handover): Promise<void> {
  const minutes = TAKER_SILENT_MINUTES
  await notify(needs, to_user.id, (language, link) => composeHandoverWaits(language, by.name, minutes, link))
  await notify(needs, by.id, (language, link) => composeTakerSilent(language, to_user.name, minutes, link))
}

/** A failed push is only logged: the page keeps the message. */
async function notify(
  { database, channels, origin, log }: Needs,
  userId: number,
  compose: (language: Language, link: string) => ComposedMessage,
): Promise<void> {
  const recipient = await findMessageRecipient(database, userId)
  if (!recipient) return
  const message = compose(recipient.language, `${origin()}/handover`)
  const outgoing = { recipient, message, notification_id: null, id: null }
  await channels.app.send(outgoing)
  await channels.push.send(outgoing).catch((error: unknown) => log.warn({ error }, 'handover not pushed'))
}
