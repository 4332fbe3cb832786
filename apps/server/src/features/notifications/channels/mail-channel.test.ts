import { expect, test } from 'vitest'
import type { Mailer } from '../../../core/outbound/mailer.ts'
import type { ComposedMessage } from '../messages/compose-message.ts'
import { createMailChannel } from './mail-channel.ts'

type Mail = Parameters<Mailer['send']>[0]

const MESSAGE: ComposedMessage = {
  reason: 'raised',
  severity: 'warning',
  title: 'Uyarı: TNK-3',
  lines: [],
  alarm_ids: [],
  tank_id: null,
  incident_id: null,
  isUpdate: false,
  link: 'https://dalyan.example/',
}

test.each([
  ['one alarm is signed for an hour', [7], 'Alarmı göster ve onayla', true],
  ['several alarms leads to their list', [7, 8], 'Alarmları göster', false],
  ['no alarm leads to the page', [], 'Sayfayı aç', false],
])('the link of an email about %s', async (_about, alarm_ids, label, isSigned) => {
  const sent: Mail[] = []
  const mailer: Mailer = {
    isReady: true,
    send: async (mail) => void sent.push(mail),
    close: () => undefined,
  }
  const recipient = {
    user_id: 1,
    name: 'Ayşe',
    email: 'ayse@dalyan.test',
    email_trusted: true,
    language: 'tr',
    timeZone: 'Europe/Istanbul',
    is_admin: false,
  } as const
  const outgoing = { recipient, message: { ...MESSAGE, alarm_ids }, notification_id: null, id: null }
  expect(await createMailChannel(mailer).send(outgoing)).toBe('sent')
  for (const body of [sent[0]?.text, sent[0]?.html]) {
    expect(body).toContain(label)
    expect(body?.includes('60 dakika geçerlidir')).toBe(isSigned)
  }
})
