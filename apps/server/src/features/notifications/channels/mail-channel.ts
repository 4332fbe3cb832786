import { mailBodies } from '../../../core/outbound/mail-page.ts'
import type { Mailer } from '../../../core/outbound/mailer.ts'
import type { Channel, ChannelMessage } from './channels.ts'
import { LINK_MINUTES } from '../links/alarm-link.ts'
import { filled, MESSAGE_WORDS } from '../messages/message-words.ts'

const COLOURS = { critical: '#b3261e', warning: '#8a5300', info: '#0b57a4' } as const

export function createMailChannel(mailer: Mailer): Channel {
  return {
    isReady: mailer.isReady,
    async send(outgoing) {
      const { recipient: reader, message, id } = outgoing
      if (!mailer.isReady || !reader.email_trusted) return 'nobody'
      await mailer.send({
        to: { name: reader.name, address: reader.email },
        subject: message.title,
        ...bodiesOf(outgoing),
        headers: {
          'X-Dalyan-Alarms': message.alarm_ids.join(','),
          ...(message.severity === 'critical' ? { Importance: 'high' } : {}),
        },
        ...(id === null ? {} : { messageId: `<${id}@dalyan>` }),
      })
      return 'sent'
    },
  }
}

function bodiesOf({ recipient: { language }, message: { title, severity, lines, link } }: ChannelMessage) {
  const words = MESSAGE_WORDS[language]
  const note = filled(words.linkHolds, { minutes: LINK_MINUTES })
  return mailBodies({
    language,
    title,
    colour: COLOURS[severity],
    lines,
    link: link === null ? null : { label: words.open, url: link, note },
  })
}
