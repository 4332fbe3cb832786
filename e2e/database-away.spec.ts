import { expect, test } from 'vitest'
import { loseDatabase } from './fault-scenarios.ts'

test('the database goes away for five seconds under load, and nothing acknowledged is missing', async () => {
  // NaN where the system tells no memory.
  expect(await loseDatabase('away', 5_000, 20)).not.toBeGreaterThan(200)
})
