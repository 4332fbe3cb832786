import { expect, test } from 'vitest'
import { joinSums, type UnitSum } from './journal.rules.ts'

const row = (part: Partial<UnitSum>): UnitSum => ({
  day: '2026-11-22',
  kind: 'feeding',
  unit: 'kg',
  entries: 1,
  amount: 1,
  ...part,
})
const amountsOf = (...rows: Partial<UnitSum>[]) => joinSums(rows.map(row)).map(({ amounts }) => amounts)

test('grams of feed count as kilograms, without the noise of floating-point numbers', () => {
  expect(amountsOf({ amount: 0.1, entries: 3 }, { unit: 'g', amount: 200 }, { unit: 'gr', amount: 50 })).toEqual([
    [{ amount: 0.35, unit: 'kg' }],
  ])
})

test('amounts of different units are summed separately, and entries without an amount only count', () => {
  const sums = joinSums([row({}), row({ unit: 'kova', amount: 2, entries: 2 }), row({ unit: null, amount: null })])
  expect(sums).toEqual([
    {
      day: '2026-11-22',
      kind: 'feeding',
      entries: 4,
      amounts: [
        { amount: 1, unit: 'kg' },
        { amount: 2, unit: 'kova' },
      ],
    },
  ])
})

test('percentages, treatments and calibrations are counted and not added', () => {
  expect(
    amountsOf({ kind: 'water_change', unit: '%', amount: 30 }, { kind: 'treatment', unit: 'ml', amount: 5 }),
  ).toEqual([[], []])
  expect(amountsOf({ kind: 'water_change', unit: 'm³', amount: 3 })).toEqual([[{ amount: 3, unit: 'm³' }]])
})

test('each day and kind has a sum of its own, in the given order of the days', () => {
  const sums = joinSums([row({ day: '2026-11-23' }), row({ kind: 'mortality', unit: 'adet' }), row({})])
  expect(sums.map(({ day, kind }) => [day, kind])).toEqual([
    ['2026-11-23', 'feeding'],
    ['2026-11-22', 'mortality'],
    ['2026-11-22', 'feeding'],
  ])
})
