import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CERTIFICATE, openReceiver, type Receiver } from '../apps/server/tests/local-https.ts'
import { openSmtpServer, type SmtpServer } from '../apps/server/tests/smtp-server.ts'

/** The receivers of messages: a mail server, and an HTTPS server for web pushes and webhooks. */
export interface Receivers {
  smtp: SmtpServer
  https: Receiver
  /** The settings with which the product finds and trusts them. */
  settings: Record<string, string>
  close(): Promise<void>
}

export async function openReceivers(): Promise<Receivers> {
  const folder = await mkdtemp(join(tmpdir(), 'dalyan-receivers-'))
  const certificate = join(folder, 'localhost.pem')
  await writeFile(certificate, CERTIFICATE)
  const [smtp, https] = await Promise.all([openSmtpServer(), openReceiver()])
  return {
    smtp,
    https,
    settings: {
      SMTP_URL: smtp.url,
      ALLOW_PRIVATE_TARGETS: '1',
      ALLOW_PRIVATE_PUSH: '1',
      NODE_EXTRA_CA_CERTS: certificate,
    },
    async close() {
      await Promise.all([smtp.close(), https.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
