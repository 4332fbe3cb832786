import type { Alarm } from '@dalyan/contracts/alarms'
import { EXAMPLE_ALARM } from '@dalyan/contracts/example-alarm'
import { describe, expect, test } from 'vitest'
import { composeDigest, composeInterruption, composeLowDisk, composeOne } from './compose-message.ts'

const ALARM: Alarm = {
  ...EXAMPLE_ALARM,
  id: 7,
  tank: { id: 3, code: 'TNK-3', name: 'Levrek' },
  iot: { id: 9, code: 'TRM-9' },
  metric: 'tank_temperature',
  value: 24.56,
  occurrence_peak: 25,
  limit: 22,
  out_since: '2026-11-20T20:00:00.000Z',
}
const tr = { language: 'tr', timeZone: 'Europe/Istanbul' } as const
const en = { language: 'en', timeZone: 'Europe/Istanbul' } as const
const notice = { reason: 'raised', alarm: ALARM, trend: 'rising', repeatsInMinutes: 5, link: 'https://x/' } as const

describe('a message contains tank, metric, value, limit, start, trend and when it repeats', () => {
  test('a message in Turkish', () => {
    const { title, lines } = composeOne(notice, tr)
    expect(title).toBe('Kritik: TNK-3 Levrek, Tank sıcaklığı yüksek: 24,6 °C')
    expect(lines).toEqual([
      'Yeni alarm',
      'Sınır: 22,0 °C',
      'Başlangıç: 20 Kas 2026 23:00',
      'Eğilim: yükseliyor',
      'Onaylanmazsa 5 dakika sonra yeniden bildirilir.',
    ])
  })

  test('a message in English', () => {
    const { title, lines } = composeOne(notice, en)
    expect(title).toBe('Critical: TNK-3 Levrek, Tank temperature high: 24.6 °C')
    expect(lines).toContain('Since: 20 Nov 2026, 23:00')
  })

  test('the percent sign stands where the language puts it', () => {
    const salinity: Alarm = { ...ALARM, metric: 'salinity', value: 24.56, limit: 22 }
    expect(composeOne({ ...notice, alarm: salinity }, tr).title).toMatch(/Tuzluluk yüksek: ‰24,6$/)
    expect(composeOne({ ...notice, alarm: salinity }, en).title).toMatch(/Salinity high: 24\.6 ‰$/)
  })

  test('a silence message names the silent terminal or the missing metric', () => {
    const silent: Alarm = { ...ALARM, kind: 'silent', metric: null, value: null, limit: null }
    const title = (alarm: Alarm) => composeOne({ ...notice, alarm, trend: null }, tr).title
    expect(title(silent)).toBe('Kritik: TNK-3 Levrek, Terminal sustu: TRM-9')
    expect(title({ ...silent, metric: 'ph' })).toBe('Kritik: TNK-3 Levrek, pH ölçümü gelmiyor')
    expect(title({ ...silent, iot: null })).toBe('Kritik: TNK-3 Levrek, Tankta veri gönderebilecek terminal yok')
  })
})

describe('a message of the quality gate', () => {
  const ofGate: Alarm = { ...ALARM, severity: 'warning', limit: null, occurrence_peak: null }
  const title = (alarm: Alarm, recipient: typeof tr | typeof en) =>
    composeOne({ ...notice, alarm, trend: null }, recipient).title

  test('names the faulty sensor and its last value', () => {
    const fault: Alarm = { ...ofGate, kind: 'fault', metric: 'orp', value: 999 }
    expect(title(fault, tr)).toBe('Uyarı: TNK-3 Levrek, ORP sensör arızası: 999 mV')
    expect(title(fault, en)).toBe('Warning: TNK-3 Levrek, ORP sensor fault: 999 mV')
  })

  test('says that the sonde is out of the water, or the tank full of fresh water', () => {
    const out: Alarm = { ...ofGate, kind: 'out_of_water', metric: 'conductivity', value: 0.004 }
    expect(title(out, tr)).toBe('Uyarı: TNK-3 Levrek, Sonda su dışında veya tankta tatlı su')
    const over = { ...out, cleared_at: '2026-11-20T20:01:00.000Z', latest: null }
    expect(composeOne({ ...notice, alarm: over, trend: null }, tr).lines[1]).toMatch(
      /^Normale döndü: 20 Kas 2026 23:00/,
    )
  })
})

test('a digest lists the worst alarms first and is limited in length', () => {
  const alarms = Array.from({ length: 60 }, (_, i) => ({
    ...ALARM,
    id: i + 1,
    severity: i === 59 ? ('critical' as const) : ('warning' as const),
  }))
  const { title, lines, alarm_ids, severity } = composeDigest(alarms, tr, null)
  expect(title).toBe('60 alarm birden')
  expect(severity).toBe('critical')
  expect(lines).toHaveLength(51)
  expect(lines[0]).toMatch(/^Kritik: /)
  expect(lines.at(-1)).toBe('ve 10 alarm daha')
  expect(alarm_ids).toHaveLength(60)
})

test('a returned alarm shows its worst value, limit, current value and duration, alone and in a digest', () => {
  const alarm: Alarm = {
    ...ALARM,
    kind: 'low',
    metric: 'salinity',
    value: 3,
    occurrence_peak: 0,
    limit: 25,
    state: 'rtn_unack',
    cleared_at: '2026-11-20T20:00:38.000Z',
    latest: { value: 28.3, measured_at: '2026-11-20T20:10:00.000Z' },
  }
  expect(composeOne({ ...notice, alarm, trend: null, repeatsInMinutes: null }, tr).lines).toEqual([
    'Yeni alarm',
    'Normale döndü: en düşük ‰0,0 (sınır ‰25,0) · şimdi ‰28,3 · 20 Kas 2026 23:00 – 23:00, 38 sn',
  ])
  expect(composeDigest([{ ...alarm, latest: null }], en, null).lines[0]).toMatch(
    /\(Back to normal: lowest 0\.0 ‰ \(limit 25\.0 ‰\) · 20 Nov 2026, 23:00 – 23:00, 38 s\)$/,
  )
})

test('a digest lists active alarms before returned ones', () => {
  const returned: Alarm = { ...ALARM, id: 1, severity: 'critical', state: 'rtn_unack', cleared_at: ALARM.out_since }
  const active: Alarm = { ...ALARM, id: 2, severity: 'info' }
  expect(composeDigest([returned, active], tr, null)).toMatchObject({ alarm_ids: [2, 1], severity: 'critical' })
})

test('an interruption says when nothing was watched, in the recipient’s time zone', () => {
  const interruption = { from: '2026-11-28T23:10:00.000Z', to: '2026-11-29T02:15:00.000Z' }
  expect(composeInterruption(interruption, tr, 'https://dalyan.example')).toMatchObject({
    reason: 'interrupted',
    severity: 'warning',
    title: 'İzleme 3 sa kesildi: 29 Kas 2026 02:10 – 29 Kas 2026 05:15',
    alarm_ids: [],
    link: 'https://dalyan.example',
  })
})

test('a message about the disk says how much is free, what a full disk means, and when it is full if that is soon', () => {
  const disk = { free_bytes: 6.25e9, used_bytes: 121.75e9, total_bytes: 128e9, days_left: 12.9 }
  expect(composeLowDisk(disk, 'warning', 'tr', 'https://dalyan.example/admin')).toMatchObject({
    reason: 'low_disk',
    severity: 'warning',
    title: 'Sunucunun diskinde yer azalıyor: 6,3\u00a0GB boş (128,0\u00a0GB disk)',
    link: 'https://dalyan.example/admin',
  })
  expect(composeLowDisk(disk, 'warning', 'tr', '').lines.join()).toMatch(
    /^Disk dolarsa ölçümler kaydedilemez ve alarm verilemez\. .+ 12 gün içinde dolar\.$/,
  )
  const full = composeLowDisk({ ...disk, free_bytes: 0.4e9, days_left: 900 }, 'critical', 'en', '')
  expect([full.severity, full.title]).toEqual([
    'critical',
    'The disk of the server is nearly full: 0.4\u00a0GB of 128.0\u00a0GB free',
  ])
  expect(full.lines.join()).not.toContain('days')
})
