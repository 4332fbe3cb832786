import type { Basics } from './basics.ts'
import { every } from './core/every.ts'
import type { RunningWork } from './core/processes/leadership.ts'
import { removeOldAccountEmails, sendAccountEmails } from './features/auth/account-emails.ts'
import { removeExpired } from './features/auth/auth.service.ts'
import { removeExpiredChallenges } from './features/auth/passkeys.service.ts'
import { remindOfHandovers } from './features/handovers/handovers.service.ts'
import { removeOldLogs } from './features/logs/log-retention.ts'
import { sendReportMails } from './features/reports/report-mails.ts'
import { makeDueReports } from './features/reports/reports.service.ts'
import { endTankModes } from './features/tanks/tank-modes.service.ts'
import { endTankSuspensions } from './features/tanks/tanks.service.ts'
import { endTerminalSuspensions } from './features/terminals/terminals.service.ts'
import type { Parts } from './parts.ts'

/** What happens by time alone. Of all processes on a database one does it (core/processes/leadership.ts). */
export function createJobs(parts: Parts, { database, clock, log }: Pick<Basics, 'database' | 'clock' | 'log'>) {
  const { auth, notifications, alarmClock, rollUpJob } = parts

  /**
   * Work that waits while readings cannot be stored. On a disk that hangs, PostgreSQL keeps the session of a statement even after its client has
   * gone: such sessions would soon use up all that PostgreSQL has, and no page could be read.
   */
  const chore = (ms: number, name: string, work: () => Promise<unknown>) =>
    every(ms, name, log, async () => {
      if (parts.isStoringAnywhere()) await work()
    })

  /** Ends expired suspensions. */
  async function endSuspensions(): Promise<void> {
    await endTankSuspensions(parts.tanks)
    await endTerminalSuspensions(parts.terminals)
  }

  const endModes = () => endTankModes(parts.tanks)

  const remindOfShifts = () => remindOfHandovers({ database, clock, remindOfHandover: notifications.remindOfHandover })

  /** Predicts which limits will be crossed soon. */
  const forewarn = parts.forewarn

  const makeReports = () => makeDueReports(parts.reports)

  const sendReports = () => sendReportMails(parts.reportMails)

  /** Removes expired sessions and their push subscriptions. */
  const sweepSessions = () => removeExpired(auth, notifications.push.sayGoodbye)

  return {
    endSuspensions,
    endModes,
    remindOfShifts,
    forewarn,
    sweepSessions,
    makeReports,
    sendReports,
    async start(): Promise<RunningWork> {
      alarmClock.start()
      const chores = [
        chore(5_000, 'suspensions', endSuspensions),
        // A mode may end at most a second late.
        chore(500, 'modes of tanks', endModes),
        // Push ends with the session, so expired sessions must be removed soon.
        chore(60_000, 'expired sessions and attempts', sweepSessions),
        chore(1_000, 'e-mails about accounts', () => sendAccountEmails(auth)),
        chore(3_600_000, 'old e-mails about accounts', () => removeOldAccountEmails(auth)),
        chore(60_000, 'unanswered challenges of passkeys', () => removeExpiredChallenges(auth)),
        chore(60_000, 'days of the audit log', parts.sealAuditDays),
        chore(60_000, 'monthly reports', makeReports),
        chore(10_000, 'e-mails with reports', sendReports),
        chore(60_000, 'old log entries', () => removeOldLogs(parts.logRetention)),
        chore(60_000, 'forewarnings', forewarn),
        // Does not wait: it makes space on a disk that is full.
        every(600_000, 'expired measurements', log, parts.retention.sweep),
        // Notifications and reminders never wait: one slow write of readings must not hold an alarm back.
        every(3_000, 'reminders', log, notifications.tick),
        every(300_000, 'space on the disk', log, parts.watchDisk),
        chore(20_000, 'shifts that nobody took over', remindOfShifts),
        every(1_000, 'notifications', log, notifications.poll),
        chore(3_600_000, 'old notifications', notifications.sweep),
        chore(60_000, 'weekly test of the channels', notifications.testChannels),
      ]
      const stop = async () => {
        await Promise.all([...chores, alarmClock, rollUpJob].map((work) => work.stop()))
      }
      try {
        await rollUpJob.start()
      } catch (error) {
        await stop()
        throw error
      }
      return { stop }
    },
  }
}
