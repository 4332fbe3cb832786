import { forewarningsApi } from '@dalyan/contracts/forewarnings'
import type { FastifyInstance } from 'fastify'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { serve } from '../../core/http/serve.ts'
import { requireFound } from '../../core/records.ts'
import { forewarningsRepository } from './forewarnings.sql.ts'

interface Needs extends Pick<Basics, 'database' | 'clock'> {
  findTank: (id: number, firms: FirmScope) => Promise<unknown>
}

export function serveForewarnings(server: FastifyInstance, { database, clock, findTank }: Needs): void {
  serve(server, forewarningsApi.ofTank, 'tanks.view', async ({ params: { id }, firms }) => {
    requireFound(await findTank(id, firms))
    const repository = forewarningsRepository(database.reads)
    const [shown, records] = await Promise.all([
      repository.findShown([id], instantAt(clock.now())),
      repository.findRecordsOf(id),
    ])
    return { data: shown.get(id) ?? [], records }
  })
}
