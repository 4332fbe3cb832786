import { expect, test } from 'vitest'
import { noticeOf } from './push-message.ts'

const sent = {
  id: 5,
  tag: 'alarm-7',
  reason: 'raised',
  severity: 'critical',
  title: 'Kritik: TNK-014, pH yüksek: 8,59',
  body: 'Yeni alarm\nSınır: 8,30',
  alarm_ids: [7],
  link: 'https://dalyan.example/alarm-link#token',
  language: 'tr',
}

test('a push message becomes a notice with its words, its link and the tag of its older ones', () => {
  expect(noticeOf(JSON.stringify(sent))).toEqual({
    title: sent.title,
    options: {
      body: sent.body,
      lang: 'tr',
      tag: 'alarm-7',
      renotify: true,
      requireInteraction: true,
      icon: '/icons/icon-192.png',
      badge: '/icons/icon-192.png',
      actions: [{ action: 'acknowledge', title: 'Onayla' }],
      data: { link: sent.link },
    },
  })
})

test('only a critical notification stays until a user reacts; without a link it leads to the alarms', () => {
  const { options } = noticeOf(JSON.stringify({ ...sent, severity: 'warning', link: null }))
  expect(options).toMatchObject({ requireInteraction: false, data: { link: '/alarms' } })
  expect(options.actions).toBeUndefined()
})

test.each([undefined, '', 'not json', '[]', '{"title":5}'])('%j is shown as a general notice', (text) => {
  const { title, options } = noticeOf(text)
  expect(title).toBe('Dalyan: yeni bildirim')
  expect(options).toMatchObject({ lang: 'tr', data: { link: '/alarms' } })
})
