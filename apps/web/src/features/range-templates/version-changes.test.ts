import type { Range } from '@dalyan/contracts/range-templates'
import i18next, { type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import rangeTemplates from '../../locales/tr/range-templates.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { startI18n } from '../../shared/i18n/start-i18n.ts'
import { type TemplateState, versionChanges, versionLimits } from './version-changes.ts'

let t: TFunction
beforeAll(() => {
  startI18n()
  addWords({ rangeTemplates })
  t = i18next.t
})

const state = (part: Partial<TemplateState> = {}): TemplateState => ({
  name: 'Levrek',
  active: true,
  delay_seconds: 60,
  ranges: {},
  ...part,
})
const range = (min: number | null, max: number | null, rest: Partial<Range> = {}): Range => ({
  min,
  max,
  severity: 'warning',
  critical_min: null,
  critical_max: null,
  ...rest,
})
const changes = (before: TemplateState['ranges'], after: TemplateState['ranges']) =>
  versionChanges(t, state({ ranges: before }), state({ ranges: after }))

test('two equal versions have no changes, whether an open limit is null or absent', () => {
  expect(changes({ ph: range(7, 8) }, { ph: { min: 7, max: 8, severity: 'warning' } })).toEqual([])
})

test('a changed name, switch and delay are a sentence each', () => {
  expect(versionChanges(t, state(), state({ name: 'Çipura', active: false, delay_seconds: 1200 }))).toEqual([
    'Şablon adı Levrek → Çipura',
    'Kapatıldı',
    'Alarm gecikmesi 60 → 1.200 sn',
  ])
  expect(versionChanges(t, state({ active: false }), state())).toEqual(['Kullanıma alındı'])
})

test('changed limits have their values with the unit where Turkish writes it, in the order of screens', () => {
  const before = { ph: range(7.5, 8.3), tank_temperature: range(16, 22), ambient_humidity: range(null, 60) }
  const after = { ph: range(7.5, 8.5), tank_temperature: range(15.5, 22), ambient_humidity: range(null, 70) }
  expect(changes(before, after)).toEqual([
    'Tank Sıcaklığı en az 16,0 → 15,5\u00a0°C',
    'pH en çok 8,30 → 8,50',
    'Ortam Nemi en çok %60 → %70',
  ])
})

test('a limit that came or went is named with its value, and a severity with both words', () => {
  const before = { ph: range(7.5, null, { critical_min: 7 }) }
  const after = { ph: range(7.5, 8.3, { severity: 'critical' }) }
  expect(changes(before, after)).toEqual([
    'pH en çok eklendi: 8,30',
    'pH kritik en az kaldırıldı: 7,00',
    'pH önemi Uyarı → Kritik',
  ])
})

test('a metric that came or went is named with its limits', () => {
  expect(changes({ orp: range(-50, 350) }, { ph: range(7.5, 8.3, { critical_max: 8.9 }) })).toEqual([
    'pH sınırları eklendi: 7,50 – 8,30 (kritik > 8,90)',
    'ORP sınırları kaldırıldı: −50 – 350\u00a0mV',
  ])
})

test('a change smaller than the usual decimals is not shown as none', () => {
  expect(changes({ ph: range(7.501, 8) }, { ph: range(7.504, 8) })).toEqual(['pH en az 7,501 → 7,504'])
})

test('the limits of the first version are a line for each metric', () => {
  expect(versionLimits(t, state({ ranges: { orp: range(-50, null), ph: range(7.5, 8.3) } }))).toEqual([
    'pH 7,50 – 8,30',
    'ORP ≥ −50\u00a0mV',
  ])
})
