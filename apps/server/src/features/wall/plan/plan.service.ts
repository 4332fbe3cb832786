import { createHash } from 'node:crypto'
import { type Plan, PLAN_MAX_BYTES, PLAN_SIDE, type PlanPosition } from '@dalyan/contracts/plan'
import type { Basics } from '../../../basics.ts'
import { instantAt } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import type { UserActor } from '../../../core/http/actor.ts'
import { readPicture } from '../../../core/pictures/read-picture.ts'
import { stripPicture } from '../../../core/pictures/strip-picture.ts'
import { pictureVersion } from '../../../core/http/picture-reply.ts'
import type { SignedIn } from '../../../core/http/signed-in.ts'
import { checkVersion, requireFound } from '../../../core/records.ts'
import { type PlanPicture, planRepository } from './plan.sql.ts'

export interface PlanNeeds extends Pick<Basics, 'database' | 'clock' | 'audit'> {
  /** A firm that is not deleted. */
  findFirm: (on: Connection, id: number) => Promise<{ code: string; name: string } | undefined>
}

/** The user who changes a plan. */
interface PlanAuthor {
  user: Pick<SignedIn, 'id' | 'firms'>
  actor: UserActor
}

/** @param image the bytes in base64. @throws 422 for a file that is no picture of a permitted size, or an unknown firm */
export async function setPlanPicture(
  needs: PlanNeeds,
  { firm_id, image }: { firm_id: number | null; image: string },
  { user, actor }: PlanAuthor,
): Promise<Plan> {
  const picture = await checkedPicture(Buffer.from(image, 'base64'))
  return needs.database.transact(async (on) => {
    const target = await targetOf(needs, on, firm_id, user)
    const plans = planRepository(on)
    const before = await plans.lock(firm_id)
    const id = await plans.savePicture(firm_id, picture, { by: user.id, at: instantAt(needs.clock.now()) })
    const version = before?.picture_hash ? pictureVersion(before.picture_hash) : null
    await needs.audit(on, actor, {
      event: 'plan_changed',
      target: { ...target, id },
      before: { picture: version },
      after: { picture: pictureVersion(picture.hash) },
    })
    return find(on, firm_id)
  })
}

async function checkedPicture(given: Buffer): Promise<PlanPicture> {
  if (given.length > PLAN_MAX_BYTES) {
    throw invalidField('image', 'picture_too_large', { limit: `${PLAN_MAX_BYTES / 1024 / 1024} MiB` })
  }
  const declared = readPicture(given)
  if (!declared) throw invalidField('image', 'picture_type')
  const { least, most } = PLAN_SIDE
  // Before its pixels are read: they may be a thousand times as many bytes.
  if ([declared.width, declared.height].some((side) => side < least || side > most)) {
    throw invalidField('image', 'picture_side', { least, most })
  }
  const bytes = await stripPicture(given)
  if (!bytes) throw invalidField('image', 'picture_damaged')
  return { ...declared, bytes, hash: createHash('sha256').update(bytes).digest('hex') }
}

/** @param expected the version that the caller changes; undefined: any. @throws 404 without a plan; 412; 422 for a tank of another firm */
export async function placeTanks(
  needs: PlanNeeds,
  { firm_id, positions }: { firm_id: number | null; positions: readonly PlanPosition[] },
  expected: number | undefined,
  { user, actor }: PlanAuthor,
): Promise<Plan> {
  return needs.database.transact(async (on) => {
    const target = await targetOf(needs, on, firm_id, user)
    const plans = planRepository(on)
    const plan = requireFound(await plans.lock(firm_id))
    checkVersion(plan, expected)
    const ids = positions.map(({ tank_id }) => tank_id)
    const own = await plans.findTanks(firm_id, ids)
    if (ids.some((id) => !own.has(id))) throw invalidField('positions', 'unknown_tank')
    if (new Set(ids).size < ids.length) throw invalidField('positions', 'tank_placed_twice')
    const before = await plans.findPositions(plan.id)
    await plans.savePositions(plan.id, positions)
    await needs.audit(on, actor, {
      event: 'plan_changed',
      target: { ...target, id: plan.id },
      before: audited(before),
      after: audited(positions),
    })
    return find(on, firm_id)
  })
}

/** @throws 404 when there is no picture */
export async function removePlanPicture(
  needs: PlanNeeds,
  firm_id: number | null,
  { user, actor }: PlanAuthor,
): Promise<void> {
  await needs.database.transact(async (on) => {
    const target = await targetOf(needs, on, firm_id, user)
    const plan = await planRepository(on).lock(firm_id)
    if (!plan?.picture_hash) throw notFound()
    await planRepository(on).removePicture(plan.id)
    await needs.audit(on, actor, {
      event: 'plan_changed',
      target: { ...target, id: plan.id },
      before: { picture: pictureVersion(plan.picture_hash) },
      after: { picture: null },
    })
  })
}

/** Each tank's position by its id, so that the audit log shows those that were moved. */
const audited = (positions: readonly PlanPosition[]) =>
  Object.fromEntries(
    positions.map(({ tank_id, x, y }) => [`tank ${tank_id}`, [Math.fround(x), Math.fround(y)].join(' ')]),
  )

async function find(on: Connection, firmId: number | null): Promise<Plan> {
  const [plan] = await planRepository(on).list('all', firmId)
  // A plan without tanks is not listed.
  return requireFound(plan)
}

/** @throws 422 for a firm that does not exist, or whose records the caller may not see */
async function targetOf(
  { findFirm }: PlanNeeds,
  on: Connection,
  firmId: number | null,
  { firms }: PlanAuthor['user'],
): Promise<{ kind: 'plan'; name: string }> {
  const isOwn = firms === 'all' || (firmId !== null && firms.includes(firmId))
  const firm = isOwn && firmId !== null ? await findFirm(on, firmId) : undefined
  if (!isOwn || (firmId !== null && !firm)) throw invalidField('firm_id', 'unknown_firm')
  return { kind: 'plan', name: firm?.name ?? '' }
}
