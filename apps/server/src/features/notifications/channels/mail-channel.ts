import type { Language } from '@dalyan/contracts/errors'
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
      await mailer.send({
        to: { name: recipient.name, address: recipient.email },
        subject: title,
        ...mailBodies({
          language,
          title,
          colour: COLOURS[severity],
          lines,
          link: link === null ? null : { url: link, ...linkWords(language, alarm_ids.length) },
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

/** Only the link to one alarm is signed for the recipient; the others lead to pages that ask for a session. */
function linkWords(language: Language, alarms: number): { label: string; note?: string } {
  const { open, openAlarms, openPage, linkHolds } = MESSAGE_WORDS[language]
  if (alarms === 1) return { label: open, note: filled(linkHolds, { minutes: LINK_MINUTES }) }
  return { label: alarms === 0 ? openPage : openAlarms }
}
