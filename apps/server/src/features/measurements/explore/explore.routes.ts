import { exploreApi } from '@dalyan/contracts/explore'
import type { FastifyInstance } from 'fastify'
import type { Basics } from '../../../basics.ts'
import { notFound } from '../../../core/errors.ts'
import { serve } from '../../../core/http/serve.ts'
import type { SignedIn } from '../../../core/http/signed-in.ts'
import { measurementScopes } from '../lists/measurement-scope.sql.ts'
import { timeWindowOf } from '../lists/time-window.ts'
import { readComparison } from './compare.sql.ts'
import { readDayPattern } from './day-pattern.sql.ts'
import { readScatter } from './scatter.sql.ts'

/** The views of the explorer, each with one call. */
export function serveExplore(server: FastifyInstance, { database, clock }: Pick<Basics, 'database' | 'clock'>): void {
  const scopes = measurementScopes(database)

  /** Tanks that the caller may see. @throws 404 */
  async function tanksOf(ids: readonly number[], { firms }: Pick<SignedIn, 'firms'>) {
    const unique = [...new Set(ids)]
    return Promise.all(
      unique.map(async (id) => {
        const code = await scopes.findTankCode(id, firms)
        if (code === undefined) throw notFound()
        return { id, code }
      }),
    )
  }

  /** The readings of tanks that the caller may see. @throws 404 */
  async function scopeOf(ids: readonly number[], user: Pick<SignedIn, 'firms'>) {
    await tanksOf(ids, user)
    return scopes.resolve({ firms: user.firms, tank_ids: ids })
  }

  serve(server, exploreApi.scatter, 'measurements.view', async ({ query, user }) => {
    const { tank_id, other_tank_id = tank_id } = query
    const scope = await scopeOf([tank_id, other_tank_id], user)
    return readScatter(database.reads, scope, { ...query, other_tank_id, ...timeWindowOf(query, clock) })
  })

  serve(server, exploreApi.dayPattern, 'measurements.view', async ({ query, user }) => {
    const scope = await scopeOf([query.tank_id], user)
    return readDayPattern(database.reads, scope, { ...query, ...timeWindowOf(query, clock) })
  })

  serve(server, exploreApi.compare, 'measurements.view', async ({ query, user }) => {
    const tanks = await tanksOf(query.tank_ids, user)
    return readComparison(database.reads, { ...query, tanks, firms: user.firms, ...timeWindowOf(query, clock) })
  })
}
