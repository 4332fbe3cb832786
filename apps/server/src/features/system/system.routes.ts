import { setTimeout as sleep } from 'node:timers/promises'
import { systemApi } from '@dalyan/contracts/system'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'

/** A database that is frozen says nothing at all; whoever asks wants to know now. */
const ANSWER_WITHIN_MS = 3_000

interface Needs {
  /** Resolves when the database answers. */
  pingDatabase: () => Promise<void>
  /** False while the product starts or ends. */
  isOpen: () => boolean
  answerWithinMs?: number
}

/** Alive, and ready: for supervisors, load balancers and tests. */
export function serveSystem(
  server: FastifyInstance,
  { pingDatabase, isOpen, answerWithinMs = ANSWER_WITHIN_MS }: Needs,
): void {
  serve(server, systemApi.healthz, 'public', () => ({ status: 'ok' as const }))
  serve(server, systemApi.readyz, 'public', async () => {
    if (!isOpen()) throw new AppError(503, 'not_ready', { retryAfterSeconds: 5 })
    const isThere = await Promise.race([pingDatabase().then(() => true), sleep(answerWithinMs, false, { ref: false })])
    if (!isThere) throw new AppError(503, 'not_ready', { retryAfterSeconds: 5 })
    return { status: 'ready' as const }
  })
}
