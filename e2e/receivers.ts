import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CERTIFICATE, openReceiver, type Receiver } from '../apps/server/tests/local-https.ts'
import { openSmtpServer, type SmtpServer } from '../apps/server/tests/smtp-server.ts'

/** Where messages arrive: a mail server, and somebody who takes web pushes and webhooks by HTTPS. */
export interface Receivers {
  smtp: SmtpServer
  https: Receiver
  /** What the product is started with, so that it finds and trusts them. */
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
