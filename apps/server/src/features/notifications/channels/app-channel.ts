import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import type { AppEvents } from '../../../events.ts'
import { inboxRepository } from '../inbox/inbox.repository.ts'
import type { Channel } from './channels.ts'

interface Needs {
  database: Database
  clock: Clock
  events: AppEvents
}

/** Adds an item to the user's inbox and shows it at once on open pages. */
export function createAppChannel({ database, clock, events }: Needs): Channel {
  return {
    isReady: true,
    async send({ recipient: reader, message, notification_id }) {
      const { reason, severity, title, lines, alarm_ids } = message
      const notification = await inboxRepository(database).insert({
        user_id: reader.user_id,
        notification_id: notification_id,
        reason,
        severity,
        title,
        body: lines.join('\n'),
        alarm_ids,
        created_at: instantAt(clock.now()),
      })
      if (notification) events.emit('notification.made', { user_id: reader.user_id, notification })
      return 'sent'
    },
  }
}
