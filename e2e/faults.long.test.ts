import { expect, inject, test } from 'vitest'
import { loseDatabase, stopUnderLoad } from './fault-scenarios.ts'

test('the database goes away for 25 seconds under 500 devices', async () => {
  expect(await loseDatabase('away', 25_000, 500)).not.toBeGreaterThan(200)
})

test('the database freezes for 20 seconds under 100 devices', async () => {
  expect(await loseDatabase('frozen', 20_000, 100)).not.toBeGreaterThan(200)
})

test('SIGTERM under load, twenty times', () => stopUnderLoad(inject('databaseUrl'), 20, 100))
