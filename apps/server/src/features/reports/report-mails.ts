import { buffer } from 'node:stream/consumers'
import type { TankMonth } from '@dalyan/contracts/reports'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { filled } from '../../core/filled-text.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { mailBodies } from '../../core/outbound/mail-page.ts'
import type { Attachment, Mailer } from '../../core/outbound/mailer.ts'
import { nextTryAfter } from '../../core/outbound/next-try.rules.ts'
import { reportFile } from './report-file.ts'
import { reportMailsRepository, type ReportMailRow } from './report-mails.repository.ts'
import { createFormatter } from './report-words.ts'
import type { KeptReport } from './reports.repository.ts'

/** A mail server may be unreachable for a weekend. */
const RETRIES = { firstPause: 60, longestPause: 3_600, triedForMs: 3 * 86_400_000 }
/** More reports, or larger ones, are not attached: many mail servers refuse messages above 10 MB. */
const MOST_ATTACHED = 20
const MOST_BYTES = 7 * 1024 * 1024

export interface ReportMailNeeds extends Pick<Basics, 'database' | 'clock'> {
  log: Pick<Basics['log'], 'info' | 'warn'>
  mailer: Mailer
  /** The page's address for users, without a trailing slash. */
  origin: () => string
  publicOrigin: string | null
  systemName: (on: Connection) => Promise<string>
  /** A firm and all firms below it. */
  firmsFrom: (on: Connection, firmId: number) => Promise<number[]>
}

// The e-mails that bring the reports of a month to the users who chose them.

/** Runs in the transaction that finishes the month. Without a mail server nothing is queued. */
export async function queueReportMails(
  { clock, mailer }: Pick<ReportMailNeeds, 'clock' | 'mailer'>,
  on: Connection,
  month: string,
): Promise<void> {
  if (mailer.isReady) await reportMailsRepository(on).queue(month, instantAt(clock.now()))
}

/** Sends the e-mails that are due, one after the other; call it repeatedly. */
export async function sendReportMails(needs: ReportMailNeeds): Promise<void> {
  const { database, clock, mailer } = needs
  if (!mailer.isReady) return
  for (const row of await reportMailsRepository(database).findDue(instantAt(clock.now()))) await deliver(needs, row)
}

/** @returns false: there is nothing to send. */
async function send(needs: ReportMailNeeds, { id, user_id, month, requested_at }: ReportMailRow): Promise<boolean> {
  const { database, mailer } = needs
  const mails = reportMailsRepository(database)
  const recipient = await mails.findRecipient(user_id)
  if (!recipient) return false
  const { firm_id, is_admin, language } = recipient
  const firms: FirmScope = is_admin ? 'all' : firm_id === null ? [] : await needs.firmsFrom(database, firm_id)
  const count = await mails.count(month, firms)
  if (count === 0) return false
  const { words, ...format } = createFormatter(language)
  const files = count > MOST_ATTACHED ? null : await attached(await mails.listReports(month, firms), needs, language)
  const parts = { month: format.month(month), count, system: await needs.systemName(database) }
  const subject = filled(words.mail.subject, parts)
  await mailer.send({
    to: { name: recipient.name, address: recipient.email },
    subject,
    ...mailBodies({
      language,
      title: subject,
      colour: '#0b57a4',
      lines: [filled(words.mail.lines, parts), ...(files ? [] : [words.mail.tooMany])],
      link: { label: words.mail.open, url: `${needs.origin()}/tanks`, note: words.mail.note },
      footer: words.mail.footer,
    }),
    // Ids start from 1 in a new database, and a mailbox that knows an id drops the message.
    messageId: `<report-${id}-${Date.parse(requested_at)}@dalyan>`,
    attachments: files ?? [],
  })
  return true
}

async function deliver(needs: ReportMailNeeds, row: ReportMailRow): Promise<void> {
  const { database, clock, log } = needs
  const { id, user_id, month, requested_at } = row
  try {
    const isSent = await send(needs, row)
    await reportMailsRepository(database).settle(id, {
      next_try_at: null,
      sent_at: isSent ? instantAt(clock.now()) : null,
    })
    if (isSent) log.info({ user_id, month }, 'a mail with reports was sent')
  } catch (error) {
    log.warn({ err: error, user_id, month }, 'a mail with reports could not be sent')
    const next_try_at = nextTryAfter(RETRIES, { since: requested_at, tries: row.tries + 1 }, clock.now())
    await reportMailsRepository(database).settle(id, { next_try_at, sent_at: null })
  }
}

/** The reports as files; null: they are too large. */
async function attached(
  reports: readonly KeptReport[],
  { publicOrigin }: Pick<ReportMailNeeds, 'publicOrigin'>,
  locale: 'tr' | 'en',
): Promise<Attachment[] | null> {
  const files: Attachment[] = []
  let bytes = 0
  for (const { content, tank_id: _, ...record } of reports) {
    const shown = { record, report: JSON.parse(content) as TankMonth }
    const { name, type, content: file } = reportFile({ shown, format: 'pdf', locale, origin: publicOrigin })
    const whole = await buffer(file)
    bytes += whole.length
    if (bytes > MOST_BYTES) return null
    files.push({ filename: name, contentType: type, content: whole })
  }
  return files
}
