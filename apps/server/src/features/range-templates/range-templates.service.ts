import type {
  RangePreview,
  RangeTemplate,
  RangeTemplateChange,
  RangeTemplateInput,
  RangeTemplateVersion,
} from '@dalyan/contracts/range-templates'
import type { Series } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { REHEARSAL_DAYS, type Rehearsal, type RehearsalInput } from '@dalyan/contracts/rehearsal'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import { AppError } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import { checkVersion, requireFound, withChange, type Versioned } from '../../core/records.ts'
import { stillInUse } from '../../core/still-in-use.ts'
import { rangeTemplatesRepository } from './range-templates.repository.ts'
import { columnsOf, isAnotherVersion, rangeProblems, rangesOf, type LimitColumns } from './range-templates.rules.ts'

export interface RangeTemplateNeeds extends Basics {
  /** Evaluates tanks by the current limits, after the commit. */
  evaluateTanks: (tankIds: readonly number[]) => Promise<unknown>
  /** Counts the active tanks with this template, and those of them outside these limits now. */
  countOutside: (templateId: number, limits: LimitColumns, now: string) => Promise<RangePreview>
  /** Tries limits on what the active tanks of the template measured. */
  rehearse: (templateId: number, input: RehearsalInput) => Promise<Rehearsal>
  /** What these tanks measured, all together; `from` and `to` in epoch milliseconds. */
  readSeries: (
    tankIds: readonly number[],
    window: { from: number; to: number; points: number; metrics: readonly MetricKey[] },
  ) => Promise<Series>
}

/** Buckets of six hours, as the finest roll-up that makes 30 days cheap to read for thousands of tanks. */
const HISTORY_BUCKETS = REHEARSAL_DAYS * 4
const SIX_HOURS_MS = 6 * 3_600_000

export async function getRangeTemplate(
  { database }: RangeTemplateNeeds,
  id: number,
): Promise<Versioned<RangeTemplate>> {
  return requireFound(await rangeTemplatesRepository(database).findById(id))
}

export async function createRangeTemplate(
  needs: RangeTemplateNeeds,
  input: RangeTemplateInput,
  actor: UserActor,
): Promise<Versioned<RangeTemplate>> {
  checkRanges(input.ranges)
  const { ranges, ...rest } = input
  const id = await needs.database.transact(async (on) => {
    const templates = rangeTemplatesRepository(on)
    const columns = { ...rest, ...columnsOf(ranges) }
    const made = await templates.insert(columns, actor.id)
    await templates.insertVersion(made, columns, actor.id, instantAt(needs.clock.now()))
    const target = { kind: 'range_template' as const, id: made, name: input.name }
    await needs.audit(on, actor, { event: 'range_template_created', target, after: input })
    return made
  })
  return getRangeTemplate(needs, id)
}

/** `expected`: the version that the editor saw. @throws 412 when it is no longer current. */
export async function updateRangeTemplate(
  needs: RangeTemplateNeeds,
  id: number,
  change: RangeTemplateChange,
  actor: UserActor,
  expected?: number,
): Promise<Versioned<RangeTemplate>> {
  if (change.ranges) checkRanges(change.ranges)
  const tanks = await needs.database.transact(async (on) => {
    const templates = rangeTemplatesRepository(on)
    const before = requireFound(await templates.lockById(id))
    checkVersion(before, expected)
    const { name, active, delay_seconds, ranges } = withChange(before, change)
    const after = { name, active, delay_seconds, ranges }
    const columns = { name, active, delay_seconds, ...columnsOf(ranges) }
    const now = instantAt(needs.clock.now())
    await templates.update(id, columns, actor.id, now)
    if (isAnotherVersion(before, after)) await templates.insertVersion(id, columns, actor.id, now)
    await needs.audit(on, actor, {
      event: 'range_template_updated',
      target: { kind: 'range_template', id, name },
      before: limitsOf(before),
      after: limitsOf(after),
    })
    return templates.findTanks(id)
  })
  await needs.evaluateTanks(tanks.map((tank) => tank.id))
  for (const tank of tanks) needs.events.emit('tank.changed', { id: tank.id })
  return getRangeTemplate(needs, id)
}

/** The newest versions of a template, newest first. */
export async function listVersions(
  { database }: Pick<RangeTemplateNeeds, 'database'>,
  id: number,
): Promise<{ data: RangeTemplateVersion[] }> {
  const templates = rangeTemplatesRepository(database.reads)
  requireFound(await templates.findById(id))
  return { data: await templates.listVersions(id) }
}

/** Computes the effect of these limits on the template's tanks now; changes nothing. */
export async function previewRanges(
  needs: RangeTemplateNeeds,
  id: number,
  ranges: RangeTemplateInput['ranges'],
): Promise<RangePreview> {
  checkRanges(ranges)
  await getRangeTemplate(needs, id)
  return needs.countOutside(id, columnsOf(ranges), instantAt(needs.clock.now()))
}

/** Tries limits of one metric on the past of the template's tanks; changes nothing. */
export async function rehearseRange(needs: RangeTemplateNeeds, id: number, input: RehearsalInput): Promise<Rehearsal> {
  const { metric, min, max } = input
  checkRanges({ [metric]: { min, max, severity: 'warning' } })
  await getRangeTemplate(needs, id)
  return needs.rehearse(id, input)
}

/** What the active tanks of a template measured in the time on which its limits are tried. */
export async function readTemplateHistory(needs: RangeTemplateNeeds, id: number): Promise<Series> {
  await getRangeTemplate(needs, id)
  const tanks = await rangeTemplatesRepository(needs.database.reads).findTanks(id)
  const to = Math.ceil(needs.clock.now() / SIX_HOURS_MS) * SIX_HOURS_MS
  return needs.readSeries(
    tanks.filter(({ status }) => status === 'active').map((tank) => tank.id),
    { from: to - HISTORY_BUCKETS * SIX_HOURS_MS, to, points: HISTORY_BUCKETS, metrics: METRIC_KEYS },
  )
}

/** @throws 409 with their codes while live tanks use it. */
export async function removeRangeTemplate(
  { database, clock, audit }: RangeTemplateNeeds,
  id: number,
  actor: UserActor,
): Promise<void> {
  await database.transact(async (on) => {
    const templates = rangeTemplatesRepository(on)
    const before = requireFound(await templates.lockById(id))
    const tanks = await templates.findTanks(id)
    const dependents = tanks.map((tank) => ({ kind: 'tank' as const, id: tank.id, name: tank.code }))
    if (dependents.length > 0) throw stillInUse('template_in_use', dependents)
    await templates.remove(id, actor.id, instantAt(clock.now()))
    const target = { kind: 'range_template' as const, id, name: before.name }
    await audit(on, actor, { event: 'range_template_deleted', target, before: limitsOf(before) })
  })
}

/** The template in the audit log: its limits in API format, one field for each metric. */
function limitsOf({ name, active, delay_seconds, ranges }: RangeTemplateInput) {
  return { name, active, delay_seconds, ...rangesOf(columnsOf(ranges)) }
}

function checkRanges(ranges: RangeTemplateInput['ranges']): void {
  const fields = rangeProblems(ranges)
  if (Object.keys(fields).length > 0) throw new AppError(422, 'invalid', { fields })
}
