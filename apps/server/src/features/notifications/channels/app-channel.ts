import type { Basics } from '../../../basics.ts'
import { instantAt } from '../../../core/clock.ts'
import { inboxRepository } from '../inbox.sql.ts'
import type { MessageChannel } from './channels.ts'

type Needs = Pick<Basics, 'database' | 'clock' | 'events'>

/** Adds an item to the user's inbox and shows it at once on open pages. */
export function createAppChannel({ database, clock, events }: Needs): MessageChannel {
  return {
    isReady: true,
    async send({ recipient: { user_id }, message, notification_id }) {
      const { lines, link: _shownInThePage, isUpdate: _makesNoSound, ...shown } = message
      const item = { ...shown, user_id, notification_id, body: lines.join('\n'), created_at: instantAt(clock.now()) }
      const notification = await inboxRepository(database).insert(item)
      if (notification) events.emit('notification.made', { user_id, notification })
      return 'sent'
    },
  }
}
