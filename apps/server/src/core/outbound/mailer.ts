import { createTransport } from 'nodemailer'

const TIMEOUT_MS = 20_000

/** A file of an email. */
export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
}

/** One email to one address. */
export interface Email {
  to: { name?: string; address: string }
  subject: string
  text: string
  html: string
  headers?: Readonly<Record<string, string>>
  /** The same for each retry, so that the recipient's mail program can detect a duplicate. */
  messageId?: string
  attachments?: readonly Attachment[]
}

/** Sends the emails of the installation. */
export interface Mailer {
  /** Whether a mail server is configured. */
  isReady: boolean
  /** Throws when the server did not accept the email. */
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
    // Message contents must never make the mailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    isReady: true,
    async send({ to, headers = {}, attachments = [], ...mail }) {
      await transport.sendMail({
        from: from ?? `Dalyan <dalyan@${new URL(smtpUrl).hostname}>`,
        // Passed as separate fields, so that no name can become an address.
        to: { name: to.name ?? '', address: to.address },
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        ...mail,
        attachments: [...attachments],
      })
    },
    close: () => transport.close(),
  }
}
