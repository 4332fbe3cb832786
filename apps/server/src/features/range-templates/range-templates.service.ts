import type {
  RangePreview,
  RangeTemplate,
  RangeTemplateChange,
  RangeTemplateInput,
} from '@dalyan/contracts/range-templates'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { stillInUse } from '../../core/still-in-use.ts'
import { checkVersion, type Versioned } from '../../core/versioned.ts'
import { withChange } from '../../core/with-change.ts'
import type { AppEvents } from '../../events.ts'
import type { Audit } from '../logs/audit-log.ts'
import { rangeProblems } from './range-templates.rules.ts'
import { rangeTemplatesRepository } from './range-templates.repository.ts'
import { columnsOf, rangesOf, type LimitColumns } from './ranges.ts'

interface Needs {
  database: Database
  clock: Clock
  events: AppEvents
  /** Evaluates tanks by the current limits, after the commit. */
  evaluateTanks: (tankIds: readonly number[]) => Promise<unknown>
  /** Counts the active tanks with this template, and those of them outside these limits now. */
  countOutside: (templateId: number, limits: LimitColumns, now: string) => Promise<RangePreview>
  audit: Audit
}

export type RangeTemplatesService = ReturnType<typeof createRangeTemplatesService>

export function createRangeTemplatesService({ database, clock, events, evaluateTanks, countOutside, audit }: Needs) {
  async function found(id: number): Promise<Versioned<RangeTemplate>> {
    const template = await rangeTemplatesRepository(database).findById(id)
    if (!template) throw notFound()
    return template
  }

  return {
    async create(input: RangeTemplateInput, actor: UserActor): Promise<Versioned<RangeTemplate>> {
      checkRanges(input.ranges)
      const { ranges, ...rest } = input
      const id = await database.transact(async (on) => {
        const made = await rangeTemplatesRepository(on).insert({ ...rest, ...columnsOf(ranges) }, actor.id)
        const target = { kind: 'range_template' as const, id: made, name: input.name }
        await audit(on, actor, { event: 'range_template_created', target, after: input })
        return made
      })
      return found(id)
    },

    /** `expected`: the version that the editor saw. @throws 412 when it is no longer current. */
    async update(
      id: number,
      change: RangeTemplateChange,
      actor: UserActor,
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
        const columns = { name, active, delay_seconds, ...columnsOf(ranges) }
        await templates.update(id, columns, actor.id, instantAt(clock.now()))
        await audit(on, actor, {
          event: 'range_template_updated',
          target: { kind: 'range_template', id, name },
          before: limitsOf(before),
          after: limitsOf({ name, active, delay_seconds, ranges }),
        })
        return templates.findTanks(id)
      })
      await evaluateTanks(tanks.map((tank) => tank.id))
      for (const tank of tanks) events.emit('tank.changed', { id: tank.id })
      return found(id)
    },

    /** Computes the effect of these limits on the template's tanks now; changes nothing. */
    async preview(id: number, ranges: RangeTemplateInput['ranges']): Promise<RangePreview> {
      checkRanges(ranges)
      await found(id)
      return countOutside(id, columnsOf(ranges), instantAt(clock.now()))
    },

    /** @throws 409 with their codes while live tanks use it. */
    async remove(id: number, actor: UserActor): Promise<void> {
      await database.transact(async (on) => {
        const templates = rangeTemplatesRepository(on)
        await templates.lock(id)
        const before = await templates.findById(id)
        if (!before) throw notFound()
        const tanks = await templates.findTanks(id)
        if (tanks.length > 0)
          throw stillInUse(
            'template_in_use',
            tanks.map((tank) => ({ kind: 'tank', id: tank.id, name: tank.code })),
          )
        await templates.remove(id, actor.id, instantAt(clock.now()))
        await audit(on, actor, {
          event: 'range_template_deleted',
          target: { kind: 'range_template', id, name: before.name },
          before: limitsOf(before),
        })
      })
    },
  }
}

/** The template in the audit log: its limits in API format, one field for each metric. */
function limitsOf({ name, active, delay_seconds, ranges }: RangeTemplateInput) {
  return { name, active, delay_seconds, ...rangesOf(columnsOf(ranges)) }
}

function checkRanges(ranges: RangeTemplateInput['ranges']): void {
  const fields = rangeProblems(ranges)
  if (Object.keys(fields).length > 0) throw new AppError(422, 'invalid', { fields })
}
