import type { Language } from '@dalyan/contracts/errors'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { JobKind, JobOutcome, JobQueue } from '../../core/database/job-queue.ts'
import type { Logger } from '../../core/log.ts'
import type { Mailer } from '../../core/outbound/mailer.ts'
import type { settingsRepository } from '../settings/settings.repository.ts'
import type { usersRepository } from '../users/users.repository.ts'
import { composeAccountMail } from './account-mail.ts'
import { foldedEmail } from './folded-email.ts'
import { LINK_MINUTES, sealOf, type MailedLinkKind } from './mailed-link.ts'
import type { mailedLinksRepository } from './mailed-links.repository.ts'
import { makeSecret } from './session-token.ts'

/** A mail server that is away for an afternoon loses nothing; who asked yesterday asks anew. */
const EMAIL_JOBS: JobKind = { name: 'account-mail', retryLimit: 40, retryDelay: 1, retryDelayMax: 600, batchSize: 20 }
const TRIED_FOR_MS = 6 * 3_600_000

/** A mail that somebody asked for. What is in the queue gives nobody a right: the link is made when it is sent. */
interface EmailJob {
  kind: MailedLinkKind
  email: string
  /** Null: the person's own. */
  language: Language | null
  /** Epoch milliseconds. */
  asked_at: number
}

interface Needs {
  database: Database
  clock: Clock
  log: Logger
  jobs: Pick<JobQueue, 'put' | 'handle'>
  mailer: Mailer
  origin: () => string
  users: typeof usersRepository
  settings: typeof settingsRepository
  links: typeof mailedLinksRepository
}

export type AccountEmails = ReturnType<typeof createAccountEmails>

/** Mails about accounts. Whether there is an account is only looked up by the queue: who asks cannot tell by the time it takes. */
export function createAccountEmails(needs: Needs) {
  const { database, clock, log, jobs, mailer, origin, users, settings, links } = needs

  async function write({ kind, email, language }: EmailJob): Promise<void> {
    const known = await users(database).findSecretByEmail(email)
    const account = known && (await users(database).findSecretById(known.id))
    if (!account) return
    const { secret, hash } = makeSecret()
    const expires_at = instantAt(clock.now() + LINK_MINUTES[kind] * 60_000)
    await links(database).save({ user_id: account.id, kind, hash, seal: sealOf(kind, account), expires_at })
    const own = account.locale === 'en' ? 'en' : 'tr'
    const system = await settings(database).get('system_name')
    const mail = { kind, language: language ?? own, email: account.email, system, origin: origin(), token: secret }
    await mailer.send(composeAccountMail(mail))
    log.info({ user_id: account.id, kind }, 'a mail about an account was sent')
  }

  async function work(job: EmailJob): Promise<JobOutcome> {
    if (!mailer.isReady || clock.now() - job.asked_at > TRIED_FOR_MS) return 'done'
    try {
      await write(job)
      return 'done'
    } catch (error) {
      log.warn({ err: error, kind: job.kind }, 'a mail about an account could not be sent')
      return { error }
    }
  }
  jobs.handle<EmailJob>(EMAIL_JOBS, (given) => Promise.all(given.map(work)))

  return {
    isReady: mailer.isReady,

    /** In the caller's transaction; of what waits already there is no second. */
    async put(on: Connection, kind: MailedLinkKind, email: string, language: Language | null): Promise<void> {
      const data: EmailJob = { kind, email, language, asked_at: clock.now() }
      await jobs.put(on, EMAIL_JOBS, [{ key: `${kind} ${foldedEmail(email)}`, data }])
    },
  }
}
