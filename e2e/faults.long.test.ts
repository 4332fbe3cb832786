import { expect, inject, test } from 'vitest'
import { loseDatabase, stopUnderLoad } from './fault-scenarios.ts'

test('the database goes away for 25 seconds under 500 devices', async () => {
  expect(await loseDatabase(25_000, 500)).not.toBeGreaterThan(200)
})

test('SIGTERM under load, twenty times', () => stopUnderLoad(inject('databaseUrl'), 20, 100))
