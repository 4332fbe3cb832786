import { systemApi } from '@dalyan/contracts/system'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'

interface Needs {
  /** Resolves when the database answers. */
  pingDatabase: () => Promise<void>
  /** False while the product starts or ends. */
  isOpen: () => boolean
}

/** Alive, and ready: for supervisors, load balancers and tests. */
export function serveSystem(server: FastifyInstance, { pingDatabase, isOpen }: Needs): void {
  serve(server, systemApi.healthz, 'public', () => ({ status: 'ok' as const }))
  serve(server, systemApi.readyz, 'public', async () => {
    if (!isOpen()) throw new AppError(503, 'not_ready', { retryAfterSeconds: 5 })
    await pingDatabase()
    return { status: 'ready' as const }
  })
}
