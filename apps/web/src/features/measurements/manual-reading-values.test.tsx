import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { emptyReading, readingBody, readingFieldOf, readingProblems } from './manual-reading-values.ts'

const now = Date.parse('2026-07-09T11:30:40Z')
const words = ((key: string) => key) as unknown as TFunction
const typed = (values: Partial<ReturnType<typeof emptyReading>>) => ({ ...emptyReading(now), ...values })

test('it opens at the minute of now, in local time, with every metric empty', () => {
  const empty = emptyReading(now)
  expect(empty.measured_at).toBe('09.07.2026 14:30')
  expect(Object.keys(empty).toSorted()).toEqual(['measured_at', ...METRIC_KEYS].toSorted())
  expect(METRIC_KEYS.every((key) => empty[key] === '')).toBe(true)
})

test('only what was typed is sent; a comma and a true minus are understood, and zero is a value', () => {
  expect(readingBody(typed({ ph: '8,05', orp: '−120', ambient_humidity: '0' }))).toEqual({
    measured_at: '2026-07-09T11:30:00.000Z',
    ph: 8.05,
    orp: -120,
    ambient_humidity: 0,
  })
})

test('without a time the server takes its own', () => {
  const values = typed({ measured_at: ' ', ph: '8' })
  expect(readingProblems(values, words)).toEqual({})
  expect(readingBody(values)).toEqual({ ph: 8 })
})

test('without a value nothing is sent, and the first field says so', () => {
  expect(readingProblems(typed({}), words)).toEqual({ tank_temperature: 'measurements.add.atLeastOne' })
  expect(readingFieldOf('reading')).toBe('tank_temperature')
  expect(readingFieldOf('measured_at')).toBe('measured_at')
})

test('text that is no number, a value that cannot be, and a day that is none stand at their fields', () => {
  const problems = readingProblems(typed({ measured_at: '31.02.2026 10:00', ph: '15', orp: '1,2,3' }), words)
  expect(Object.keys(problems).toSorted()).toEqual(['measured_at', 'orp', 'ph'])
  expect(problems).toMatchObject({ measured_at: 'validation.dateInvalid', orp: 'validation.number' })
})
