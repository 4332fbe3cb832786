import { mailBodies } from '../../../core/outbound/mail-page.ts'
import type { Mailer } from '../../../core/outbound/mailer.ts'
import { LINK_MINUTES } from '../alarm-links.ts'
import { filled } from '../../../core/filled-text.ts'
import { MESSAGE_WORDS } from '../messages/message-words.ts'
import type { MessageChannel } from './channels.ts'

const COLOURS = { critical: '#b3261e', warning: '#8a5300', info: '#0b57a4' } as const

/** Sends an email; the lines of a message come from messages/compose-message. */
export function createMailChannel(mailer: Mailer): MessageChannel {
  return {
    isReady: mailer.isReady,
    async send({ recipient, message, id }) {
      if (!mailer.isReady || !recipient.email_trusted) return 'nobody'
      const { language } = recipient
      const { title, severity, lines, link, alarm_ids } = message
      const words = MESSAGE_WORDS[language]
      const note = filled(words.linkHolds, { minutes: LINK_MINUTES })
      await mailer.send({
        to: { name: recipient.name, address: recipient.email },
        subject: title,
        ...mailBodies({
          language,
          title,
          colour: COLOURS[severity],
          lines,
          link: link === null ? null : { label: words.open, url: link, note },
        }),
        headers: {
          'X-Dalyan-Alarms': alarm_ids.join(','),
          ...(severity === 'critical' ? { Importance: 'high' } : {}),
        },
        ...(id === null ? {} : { messageId: `<${id}@dalyan>` }),
      })
      return 'sent'
    },
  }
}
