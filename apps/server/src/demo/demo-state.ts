import type { Instant } from '@dalyan/contracts/instant'
import type { Database } from '../core/database/database.ts'
import type { settingsRepository } from '../features/settings/settings.repository.ts'

/** Records that are created once for each code of the plan. */
type Made = 'firms' | 'templates' | 'terminals' | 'tanks' | 'orders'

/** The progress of the demo, in the database: it is loaded once, and its terminals continue where they stopped. */
export interface DemoState {
  /** The instant at which the recorded history ends: the first start. */
  shifted_to: Instant
  ids: Record<Made, Record<string, number>>
  /** Terminals whose history is in the database. */
  imported: string[]
  /** The next row of each terminal's recording. */
  positions: Record<string, number>
}

interface Needs {
  database: Database
  settings: typeof settingsRepository
  /** The current time, used at the first start only. */
  now: Instant
}

export interface DemoProgress {
  state: DemoState
  save(): Promise<void>
  /** The id of the record created earlier, or of the one that `make` creates; saved before it is returned. */
  once(kind: Made, code: string, make: () => Promise<{ id: number }>): Promise<number>
}

export async function openDemoProgress({ database, settings, now }: Needs): Promise<DemoProgress> {
  const before = (await settings(database).get('demo')) as Partial<DemoState> | null
  const state: DemoState = {
    shifted_to: now,
    imported: [],
    positions: {},
    ...before,
    // The state of an older version may lack some kinds.
    ids: { firms: {}, templates: {}, terminals: {}, tanks: {}, orders: {}, ...before?.ids },
  }
  const save = () => settings(database).set('demo', state)
  await save()
  return {
    state,
    save,
    async once(kind, code, make) {
      const before = state.ids[kind][code]
      if (before !== undefined) return before
      const { id } = await make()
      state.ids[kind][code] = id
      await save()
      return id
    },
  }
}
