import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { emptyReading, readingBody, readingFieldOf, readingProblems } from './ManualReadingDialog.tsx'

const now = Date.parse('2026-07-09T11:30:40Z')
const words = ((key: string) => key) as unknown as TFunction
const typed = (values: Partial<ReturnType<typeof emptyReading>>) => ({ ...emptyReading(now), ...values })

test('the form for a manual reading opens with the present minute in local time and empty metrics', () => {
  const empty = emptyReading(now)
  expect(empty.measured_at).toBe('09.07.2026 14:30')
  expect(Object.keys(empty).toSorted()).toEqual(['measured_at', ...METRIC_KEYS].toSorted())
  expect(METRIC_KEYS.every((key) => empty[key] === '')).toBe(true)
})

test('only typed values of a manual reading are sent; a comma and a true minus are read, and zero is a value', () => {
  expect(readingBody(typed({ ph: '8,05', orp: '−120', ambient_humidity: '0' }))).toEqual({
    measured_at: '2026-07-09T11:30:00.000Z',
    ph: 8.05,
    orp: -120,
    ambient_humidity: 0,
  })
})

test('a manual reading without a time gets the server’s time', () => {
  const values = typed({ measured_at: ' ', ph: '8' })
  expect(readingProblems(values, words)).toEqual({})
  expect(readingBody(values)).toEqual({ ph: 8 })
})

test('a manual reading without a value is not sent, and the first field shows why', () => {
  expect(readingProblems(typed({}), words)).toEqual({ tank_temperature: 'measurements.add.atLeastOne' })
  expect(readingFieldOf('reading')).toBe('tank_temperature')
  expect(readingFieldOf('measured_at')).toBe('measured_at')
})

test('invalid numbers, impossible values and days that do not exist are shown at the fields of a manual reading', () => {
  const problems = readingProblems(typed({ measured_at: '31.02.2026 10:00', ph: '15', orp: '1,2,3' }), words)
  expect(Object.keys(problems).toSorted()).toEqual(['measured_at', 'orp', 'ph'])
  expect(problems).toMatchObject({ measured_at: 'validation.dateInvalid', orp: 'validation.number' })
})
