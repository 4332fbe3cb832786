import { pointsApi } from '@dalyan/contracts/points'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../core/http/serve.ts'
import type { PointsLedger } from './points.ts'

export function servePoints(server: FastifyInstance, { points }: { points: PointsLedger }): void {
  serve(server, pointsApi.list, 'points.view', ({ query, user }) => points.list(user, query.filter_firm_id))
}
