import { createTransport } from 'nodemailer'

const TIMEOUT_MS = 20_000

/** One e-mail to one address. */
export interface Email {
  to: { name?: string; address: string }
  subject: string
  text: string
  html: string
  headers?: Readonly<Record<string, string>>
  /** The same for a repeat, so that it can be known as one. */
  messageId?: string
}

/** Sends the e-mail of the installation. */
export interface Mailer {
  /** Whether a mail server is set up at all. */
  isReady: boolean
  /** Throws where the server did not take it. */
  send(mail: Email): Promise<void>
  close(): void
}

interface Needs {
  /** `smtp://user:password@host:587`; undefined: no mail. */
  smtpUrl: string | undefined
  from: string | undefined
}

export function createMailer({ smtpUrl, from }: Needs): Mailer {
  if (smtpUrl === undefined)
    return { isReady: false, send: () => Promise.reject(new Error('there is no SMTP_URL')), close: () => undefined }
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
    async send({ to, headers = {}, ...mail }) {
      await transport.sendMail({
        from: from ?? `Dalyan <dalyan@${new URL(smtpUrl).hostname}>`,
        // As parts, so that no name can become an address.
        to: { name: to.name ?? '', address: to.address },
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        ...mail,
      })
    },
    close: () => transport.close(),
  }
}
