import { setTimeout as sleep } from 'node:timers/promises'
import { systemApi } from '@dalyan/contracts/system'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'

/** A frozen database never responds, but the caller needs a prompt answer. */
const ANSWER_WITHIN_MS = 3_000

interface Needs {
  /** Resolves when the database responds. */
  pingDatabase: () => Promise<void>
  /** False while the server starts or stops. */
  isOpen: () => boolean
  /** False while readings cannot be stored: a disk that hangs still answers what is in memory. */
  isStoring: () => boolean
  answerWithinMs?: number
}

/** Health and readiness checks for supervisors, load balancers and tests. */
export function serveSystem(
  server: FastifyInstance,
  { pingDatabase, isOpen, isStoring, answerWithinMs = ANSWER_WITHIN_MS }: Needs,
): void {
  serve(server, systemApi.healthz, 'public', () => ({ status: 'ok' as const }))
  serve(server, systemApi.readyz, 'public', async () => {
    if (!isOpen() || !isStoring()) throw new AppError(503, 'not_ready', { retryAfterSeconds: 5 })
    const isThere = await Promise.race([pingDatabase().then(() => true), sleep(answerWithinMs, false, { ref: false })])
    if (!isThere) throw new AppError(503, 'not_ready', { retryAfterSeconds: 5 })
    return { status: 'ready' as const }
  })
}
