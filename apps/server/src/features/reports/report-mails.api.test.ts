import { notificationsApi } from '@dalyan/contracts/notifications'
import { settingsApi } from '@dalyan/contracts/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailText } from '../../../tests/mail-text.ts'
import { openSmtpServer, type SmtpServer } from '../../../tests/smtp-server.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import type { TestUser } from '../../../tests/test-users.ts'
import type { Email, Mailer } from '../../core/outbound/mailer.ts'
import { queueReportMails, sendReportMails, type ReportMailNeeds } from './report-mails.ts'
import { monthAt, monthSpan, nextMonth } from './month.rules.ts'

const HOUR = 3_600_000

let t: TestApp
let smtp: SmtpServer
let own: { code: string }
let foreign: { code: string }
beforeAll(async () => {
  smtp = await openSmtpServer()
  t = await startTestApp({ SMTP_URL: smtp.url, BASE_URL: 'https://dalyan.example' })
  await t.as.admin.put(settingsApi.setSystemName, { body: { name: 'Ege Çiftlik' } })
  own = await t.given.tank({ firm_id: t.ownFirm.id })
  foreign = await t.given.tank({ firm_id: (await t.given.firm()).id })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const choose = (user: TestUser, monthly_report = true) =>
  user.put(notificationsApi.setPreferences, { body: { monthly_report } })

/** Moves the clock to the morning on which the next month's reports are made. */
async function makeNextMonth(): Promise<string> {
  const { rows } = await t.database.query<{ month: string }>('select max(month) as month from report_months')
  const month = nextMonth(rows[0]?.month ?? monthAt(Date.now()))
  t.clock.advance((monthSpan(month).bounds.at(-1) ?? 0) + 6 * HOUR - t.clock.now())
  await t.app.makeReports()
  return month
}

const waiting = async () =>
  (await t.database.query('select id from report_mails where next_try_at is not null')).rows.length

test('a user who chose the reports gets one email with those of the tanks that he may see', async () => {
  const recipient = await t.someone({ role: 'operator', firm_id: t.ownFirm.id })
  await t.someone({ role: 'operator', firm_id: t.ownFirm.id })
  expect((await choose(recipient)).body.monthly_report).toBe(true)
  const month = await makeNextMonth()
  await t.app.makeReports()
  await t.app.sendReports()
  await t.app.sendReports()
  expect(smtp.mails).toHaveLength(1)
  const [mail] = smtp.mails.splice(0)
  const text = mailText(mail?.source ?? '')
  expect(text).toContain('Ege Çiftlik')
  expect(text).toContain('raporları hazır: 1 tank.')
  expect(mail?.source).toContain(`rapor_${own.code}_${month}.pdf`)
  expect(mail?.source).not.toContain(foreign.code)
  expect(mail?.source).toContain('application/pdf')
  await choose(recipient, false)
})

/** What the mails of another process need on the same database, which sends by this mailer. */
const otherProcess = (mailer: Mailer): ReportMailNeeds => ({
  database: t.database,
  clock: t.clock,
  log: { info: () => undefined, warn: () => undefined },
  mailer,
  origin: () => '',
  publicOrigin: null,
  systemName: () => Promise.resolve(''),
  firmsFrom: (_, firm) => Promise.resolve([firm]),
})

test('a mail that the server refused is sent later, also by another process', async () => {
  const recipient = await t.someone({ role: 'operator', firm_id: t.ownFirm.id })
  await choose(recipient)
  smtp.accept(false)
  await makeNextMonth()
  await t.app.sendReports()
  expect([smtp.mails.length, await waiting()]).toEqual([0, 1])
  smtp.accept(true)
  t.clock.advance(2 * HOUR)
  const sent: (string | undefined)[] = []
  const mailer = { isReady: true, send: async (mail: Email) => void sent.push(mail.messageId), close: () => undefined }
  await sendReportMails(otherProcess(mailer))
  await t.app.sendReports()
  expect(sent).toEqual([expect.stringMatching(/^<report-\d+-\d+@dalyan>$/)])
  expect([smtp.mails.length, await waiting()]).toEqual([0, 0])
  await choose(recipient, false)
})

test('an administrator gets the reports of all firms', async () => {
  const admin = await t.someone({ role: 'admin' })
  await choose(admin)
  const month = await makeNextMonth()
  await t.app.sendReports()
  const [mail] = smtp.mails.splice(0)
  for (const { code } of [own, foreign]) expect(mail?.source).toContain(`rapor_${code}_${month}.pdf`)
  await choose(admin, false)
})

test('many reports are not attached: the mail leads to the page', async () => {
  for (let i = 0; i < 20; i += 1)
    await t.database.query(`insert into tanks (code, name, firm_id) values ($1, 'T', $2)`, [`COK-${i}`, t.ownFirm.id])
  const recipient = await t.someone({ role: 'operator', firm_id: t.ownFirm.id })
  await choose(recipient)
  await makeNextMonth()
  await t.app.sendReports()
  const [mail] = smtp.mails.splice(0)
  expect(mail?.source).not.toContain('application/pdf')
  const text = mailText(mail?.source ?? '')
  expect(text).toContain('Raporlar bu iletiye sığmadı')
  expect(text).toContain('https://dalyan.example/tanks')
})

test('without a mail server nothing is queued', async () => {
  const none = { isReady: false, send: () => Promise.reject(new Error('never')), close: () => undefined }
  await queueReportMails(otherProcess(none), t.database, '2026-01')
  expect((await t.database.query(`select from report_mails where month = '2026-01'`)).rows).toEqual([])
})
