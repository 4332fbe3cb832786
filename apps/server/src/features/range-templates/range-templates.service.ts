import type { RangeTemplate, RangeTemplateChange, RangeTemplateInput } from '@dalyan/contracts/range-templates'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { withChange } from '../../core/with-change.ts'
import type { AppEvents } from '../../events.ts'
import { rangeProblems } from './range-templates.rules.ts'
import { rangeTemplatesRepository } from './range-templates.repository.ts'
import { columnsOf } from './ranges.ts'

interface Needs {
  database: Database
  clock: Clock
  events: AppEvents
  /** Judges tanks by the limits of now, after the commit. */
  judgeTanks: (tankIds: readonly number[]) => Promise<unknown>
}

export type RangeTemplatesService = ReturnType<typeof createRangeTemplatesService>

export function createRangeTemplatesService({ database, clock, events, judgeTanks }: Needs) {
  async function found(id: number): Promise<RangeTemplate> {
    const template = await rangeTemplatesRepository(database).findById(id)
    if (!template) throw notFound()
    return template
  }

  return {
    async create(input: RangeTemplateInput, by: number): Promise<RangeTemplate> {
      checkRanges(input.ranges)
      const { ranges, ...rest } = input
      return found(await rangeTemplatesRepository(database).insert({ ...rest, ...columnsOf(ranges) }, by))
    },

    async update(id: number, change: RangeTemplateChange, by: number): Promise<RangeTemplate> {
      if (change.ranges) checkRanges(change.ranges)
      const tankIds = await database.transact(async (on) => {
        const templates = rangeTemplatesRepository(on)
        await templates.lock(id)
        const before = await templates.findById(id)
        if (!before) throw notFound()
        const { name, active, delay_seconds, ranges } = withChange(before, change)
        await templates.update(id, { name, active, delay_seconds, ...columnsOf(ranges) }, by, instantAt(clock.now()))
        return templates.findTankIds(id)
      })
      await judgeTanks(tankIds)
      events.emit('range_template.changed', { id })
      for (const tankId of tankIds) events.emit('tank.changed', { id: tankId })
      return found(id)
    },
  }
}

function checkRanges(ranges: RangeTemplateInput['ranges']): void {
  const fields = rangeProblems(ranges)
  if (Object.keys(fields).length > 0) throw new AppError(422, 'invalid', { fields })
}
