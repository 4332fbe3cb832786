import type {
  RangePreview,
  RangeTemplate,
  RangeTemplateChange,
  RangeTemplateInput,
} from '@dalyan/contracts/range-templates'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { stillInUse } from '../../core/still-in-use.ts'
import { checkVersion, type Versioned } from '../../core/versioned.ts'
import { withChange } from '../../core/with-change.ts'
import type { AppEvents } from '../../events.ts'
import { rangeProblems } from './range-templates.rules.ts'
import { rangeTemplatesRepository } from './range-templates.repository.ts'
import { columnsOf, type LimitColumns } from './ranges.ts'

interface Needs {
  database: Database
  clock: Clock
  events: AppEvents
  /** Judges tanks by the limits of now, after the commit. */
  judgeTanks: (tankIds: readonly number[]) => Promise<unknown>
  /** Of the watched tanks with this template: how many there are, and how many are outside these limits now. */
  countOutside: (templateId: number, limits: LimitColumns, now: string) => Promise<RangePreview>
}

export type RangeTemplatesService = ReturnType<typeof createRangeTemplatesService>

export function createRangeTemplatesService({ database, clock, events, judgeTanks, countOutside }: Needs) {
  async function found(id: number): Promise<Versioned<RangeTemplate>> {
    const template = await rangeTemplatesRepository(database).findById(id)
    if (!template) throw notFound()
    return template
  }

  return {
    async create(input: RangeTemplateInput, by: number): Promise<Versioned<RangeTemplate>> {
      checkRanges(input.ranges)
      const { ranges, ...rest } = input
      return found(await rangeTemplatesRepository(database).insert({ ...rest, ...columnsOf(ranges) }, by))
    },

    /** `expected`: the version that the editor saw; 412 when it is no longer current. */
    async update(
      id: number,
      change: RangeTemplateChange,
      by: number,
      expected?: number,
    ): Promise<Versioned<RangeTemplate>> {
      if (change.ranges) checkRanges(change.ranges)
      const tanks = await database.transact(async (on) => {
        const templates = rangeTemplatesRepository(on)
        await templates.lock(id)
        const before = await templates.findById(id)
        if (!before) throw notFound()
        checkVersion(before, expected)
        const { name, active, delay_seconds, ranges } = withChange(before, change)
        await templates.update(id, { name, active, delay_seconds, ...columnsOf(ranges) }, by, instantAt(clock.now()))
        return templates.findTanks(id)
      })
      await judgeTanks(tanks.map((tank) => tank.id))
      events.emit('range_template.changed', { id })
      for (const tank of tanks) events.emit('tank.changed', { id: tank.id })
      return found(id)
    },

    /** What these limits would mean for the template's tanks now; nothing is changed. */
    async preview(id: number, ranges: RangeTemplateInput['ranges']): Promise<RangePreview> {
      checkRanges(ranges)
      await found(id)
      return countOutside(id, columnsOf(ranges), instantAt(clock.now()))
    },

    /** 409 with their codes while live tanks use it. */
    async remove(id: number, by: number): Promise<void> {
      await database.transact(async (on) => {
        const templates = rangeTemplatesRepository(on)
        await templates.lock(id)
        if (!(await templates.findById(id))) throw notFound()
        const tanks = await templates.findTanks(id)
        if (tanks.length > 0)
          throw stillInUse(
            'template_in_use',
            tanks.map((tank) => ({ kind: 'tank', id: tank.id, name: tank.code })),
          )
        await templates.remove(id, by, instantAt(clock.now()))
      })
      events.emit('range_template.changed', { id })
    },
  }
}

function checkRanges(ranges: RangeTemplateInput['ranges']): void {
  const fields = rangeProblems(ranges)
  if (Object.keys(fields).length > 0) throw new AppError(422, 'invalid', { fields })
}
