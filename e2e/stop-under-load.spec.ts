import { inject, test } from 'vitest'
import { stopUnderLoad } from './fault-scenarios.ts'

test('SIGTERM under load ends with code 0, with everything acknowledged on disk', () =>
  stopUnderLoad(inject('databaseUrl'), 2, 20))
