import { pointsApi } from '@dalyan/contracts/points'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../core/database/database.ts'
import { serve } from '../../core/http/serve.ts'
import { listPoints } from './points.service.ts'

export function servePoints(server: FastifyInstance, { database }: { database: Database }): void {
  serve(server, pointsApi.list, 'points.view', ({ query, user }) => listPoints(database, user, query.filter_firm_id))
}
