import { createTransport } from 'nodemailer'
import type { Channel, Letter } from './channels.ts'
import { LINK_MINUTES } from './alarm-link.ts'
import { filled, MESSAGE_WORDS } from './message-words.ts'

const TIMEOUT_MS = 20_000

interface Needs {
  /** `smtp://user:password@host:587`; undefined: no mail. */
  smtpUrl: string | undefined
  from: string | undefined
}

/** E-mail, as plain text and as HTML. */
export function createMailChannel({ smtpUrl, from }: Needs): Channel {
  if (smtpUrl === undefined) return { isReady: false, send: () => Promise.resolve('nobody') }
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Nothing in a message is ever read from a file or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    isReady: true,
    async send(letter) {
      const { reader, message, id } = letter
      await transport.sendMail({
        from: from ?? `Dalyan <dalyan@${new URL(smtpUrl).hostname}>`,
        // As parts, so that no name can become an address.
        to: { name: reader.name, address: reader.email },
        subject: message.title,
        text: textOf(letter),
        html: htmlOf(letter),
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Dalyan-Alarms': message.alarm_ids.join(','),
          ...(message.severity === 'critical' ? { Importance: 'high' } : {}),
        },
        // The same for a repeat, so that it can be known as one.
        ...(id === null ? {} : { messageId: `<${id}@dalyan>` }),
      })
      return 'sent'
    },
    close: () => transport.close(),
  }
}

function textOf({ reader, message }: Letter): string {
  const words = MESSAGE_WORDS[reader.language]
  const link =
    message.link === null
      ? []
      : ['', `${words.open}:`, message.link, filled(words.linkHolds, { minutes: LINK_MINUTES })]
  return [message.title, '', ...message.lines, ...link, ''].join('\n')
}

const COLOURS = { critical: '#b3261e', warning: '#8a5300', info: '#0b57a4' } as const

function htmlOf({ reader, message }: Letter): string {
  const words = MESSAGE_WORDS[reader.language]
  const lines = message.lines.map((line) => `<p style="margin:4px 0">${escaped(line)}</p>`).join('')
  const link =
    message.link === null
      ? ''
      : `<p style="margin:20px 0"><a href="${escaped(message.link)}" style="background:${COLOURS[message.severity]};color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none">${escaped(words.open)}</a></p>
<p style="margin:4px 0;color:#5f6368;font-size:13px">${escaped(filled(words.linkHolds, { minutes: LINK_MINUTES }))}</p>`
  return `<!doctype html>
<html lang="${reader.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(message.title)}</title></head>
<body style="margin:0;padding:24px;font-family:Arial,sans-serif;font-size:16px;color:#1f1f1f;background:#ffffff">
<h1 style="font-size:20px;margin:0 0 12px;color:${COLOURS[message.severity]}">${escaped(message.title)}</h1>
${lines}
${link}
</body></html>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML shows it, whatever somebody called his tank. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
