import { expect, test } from 'vitest'
import { askFrozenDatabase, loseDatabase } from './fault-scenarios.ts'

test('the database goes away for five seconds under load, and nothing acknowledged is missing', async () => {
  // NaN where the system reports no memory use.
  expect(await loseDatabase('away', 5_000, 20)).not.toBeGreaterThan(200)
})

test('while the database is frozen, forty parallel calls are soon answered with 503 and Retry-After', askFrozenDatabase)
