import type { Alarm } from '@dalyan/contracts/alarms'
import { describe, expect, test } from 'vitest'
import { composeMany, composeOne } from './compose-message.ts'

const ALARM: Alarm = {
  id: 7,
  tank: { id: 3, code: 'TNK-3', name: 'Levrek' },
  iot: { id: 9, code: 'TRM-9' },
  kind: 'high',
  metric: 'tank_temperature',
  severity: 'critical',
  value: 24.56,
  peak: 25,
  limit: 22,
  out_since: '2026-11-20T20:00:00.000Z',
  raised_at: '2026-11-20T20:01:00.000Z',
  last_at: '2026-11-20T20:02:00.000Z',
  cleared_at: null,
  acknowledged_at: null,
  acknowledged_by: null,
  note: null,
  shelved_until: null,
  shelve_reason: null,
  closed_at: null,
  occurrences: 1,
  chattering: false,
  state: 'active_unack',
}
const tr = { language: 'tr', timeZone: 'Europe/Istanbul' } as const
const en = { language: 'en', timeZone: 'Europe/Istanbul' } as const
const told = { why: 'raised', alarm: ALARM, trend: 'rising', repeatsInMinutes: 5, link: 'https://x/' } as const

describe('a message says tank, metric, value, limit, since when, trend and when it repeats', () => {
  test('in Turkish', () => {
    const { title, lines } = composeOne(told, tr)
    expect(title).toBe('Kritik: TNK-3 Levrek, Tank sıcaklığı yüksek: 24,6 °C')
    expect(lines).toEqual([
      'Yeni alarm',
      'Sınır: 22,0 °C',
      'Başlangıç: 20 Kas 2026 23:00',
      'Gidiş: yükseliyor',
      'Onaylanmazsa 5 dakika sonra yeniden bildirilir.',
    ])
  })

  test('in English', () => {
    const { title, lines } = composeOne(told, en)
    expect(title).toBe('Critical: TNK-3 Levrek, Tank temperature high: 24.6 °C')
    expect(lines).toContain('Since: 20 Nov 2026, 23:00')
  })

  test('of a share: the sign stands where the language has it', () => {
    const salinity: Alarm = { ...ALARM, metric: 'salinity', value: 24.56, limit: 22 }
    expect(composeOne({ ...told, alarm: salinity }, tr).title).toMatch(/Tuzluluk yüksek: ‰24,6$/)
    expect(composeOne({ ...told, alarm: salinity }, en).title).toMatch(/Salinity high: 24\.6 ‰$/)
  })

  test('of silence: who fell silent, or what is missing', () => {
    const silent: Alarm = { ...ALARM, kind: 'silent', metric: null, value: null, limit: null }
    const title = (alarm: Alarm) => composeOne({ ...told, alarm, trend: null }, tr).title
    expect(title(silent)).toBe('Kritik: TNK-3 Levrek, Terminal sustu: TRM-9')
    expect(title({ ...silent, metric: 'ph' })).toBe('Kritik: TNK-3 Levrek, pH ölçümü gelmiyor')
    expect(title({ ...silent, iot: null })).toBe('Kritik: TNK-3 Levrek, Tankta veri gönderebilecek terminal yok')
  })
})

test('many are listed, the gravest first, and no list is endless', () => {
  const alarms = Array.from({ length: 60 }, (_, i) => ({
    ...ALARM,
    id: i + 1,
    severity: i === 59 ? ('critical' as const) : ('warning' as const),
  }))
  const { title, lines, alarm_ids, severity } = composeMany(alarms, tr, null)
  expect(title).toBe('60 alarm birden')
  expect(severity).toBe('critical')
  expect(lines).toHaveLength(51)
  expect(lines[0]).toMatch(/^Kritik: /)
  expect(lines.at(-1)).toBe('ve 10 alarm daha')
  expect(alarm_ids).toHaveLength(60)
})

test('what has come back meanwhile says since when, alone and in a list', () => {
  const alarm: Alarm = { ...ALARM, state: 'rtn_unack', cleared_at: '2026-11-20T20:10:00.000Z' }
  expect(composeOne({ ...told, alarm, repeatsInMinutes: null }, tr).lines).toContain('Düzeldi: 20 Kas 2026 23:10')
  expect(composeMany([alarm], en, null).lines[0]).toMatch(/\(20 Nov 2026, 23:00; Back to normal: 20 Nov 2026, 23:10\)$/)
})
