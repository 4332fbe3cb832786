import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import type { settingsRepository } from '../settings/settings.repository.ts'

interface Needs {
  database: Database
  clock: Clock
  settings: Pick<typeof settingsRepository, 'get' | 'set'>
}

export type Enrolment = ReturnType<typeof createEnrolment>

/** The time in which many unknown terminals may ask to be let in (decisions §4). */
export function createEnrolment({ database, clock, settings }: Needs) {
  return {
    /** 0 minutes: no longer. */
    async open(minutes: number): Promise<{ until: string | null }> {
      const until = minutes === 0 ? null : instantAt(clock.now() + minutes * 60_000)
      await settings.set(database, 'enrolment_until', until)
      return { until }
    },

    /** `until` null: not now. */
    async state(): Promise<{ until: string | null }> {
      const until = await settings.get(database, 'enrolment_until')
      return { until: until !== null && until > instantAt(clock.now()) ? until : null }
    },
  }
}
