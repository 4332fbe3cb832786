import type { Browser, Page } from '@playwright/test'
import { vi } from 'vitest'
import { mailText } from '../apps/server/tests/mail-text.ts'
import type { ReceivedMail, SmtpServer } from '../apps/server/tests/smtp-server.ts'
import { PAGE_OPTIONS } from './browser.ts'
import { PHONE } from './looking.ts'

/** The newest email to this address that contains this text. */
export async function mailOf({ mails }: SmtpServer, email: string, saying: string): Promise<string> {
  const find = () =>
    mails.findLast((mail: ReceivedMail) => mail.to.includes(email) && mailText(mail.source).includes(saying))
  const mail = await vi.waitFor(() => expectThere(find()), { timeout: 20_000, interval: 25 })
  return mailText(mail.source)
}

function expectThere(mail: ReceivedMail | undefined): ReceivedMail {
  if (!mail) throw new Error('the mail did not arrive')
  return mail
}

/** The token that an email carries behind the `#` of its link. */
export const tokenIn = (mail: string): string => /\/alarm-link#([\w.-]+)/.exec(mail)?.[1] ?? ''

/** A phone without a session. */
export async function newPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ...PAGE_OPTIONS, viewport: PHONE, reducedMotion: 'reduce' })
  return context.newPage()
}
