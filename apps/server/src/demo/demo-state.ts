import type { Instant } from '@dalyan/contracts/instant'
import type { Database } from '../core/database/database.ts'
import type { settingsRepository } from '../features/settings/settings.repository.ts'

/** What is made once for each code of the plan. */
type Made = 'firms' | 'templates' | 'terminals' | 'tanks' | 'orders'

/** How far the demo is, in the database: it is loaded once, and goes on where it was. */
export interface DemoState {
  /** The instant at which the recorded history ends: the first start. */
  shifted_to: Instant
  ids: Record<Made, Record<string, number>>
  /** Terminals whose history is in the database. */
  imported: string[]
  /** Row of its recording with which a terminal goes on. */
  positions: Record<string, number>
}

interface Needs {
  database: Database
  settings: typeof settingsRepository
  /** What counts as now, if this is the first start. */
  now: Instant
}

export interface DemoProgress {
  state: DemoState
  save(): Promise<void>
  /** The id of what was made before, else of what `make` makes; remembered before it is given out. */
  once(kind: Made, code: string, make: () => Promise<{ id: number }>): Promise<number>
}

export async function openDemoProgress({ database, settings, now }: Needs): Promise<DemoProgress> {
  const before = (await settings(database).get('demo')) as Partial<DemoState> | null
  const state: DemoState = {
    shifted_to: now,
    imported: [],
    positions: {},
    ...before,
    // An older one may know of fewer kinds.
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
