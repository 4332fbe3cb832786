import { finished } from 'node:stream'
import { finished as closed } from 'node:stream/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { FileReply } from './file-reply.ts'
import type { SignedIn } from './signed-in.ts'

const PER_MINUTE = 5
/** Each file uses a thread and a database connection until its last byte is sent. */
const AT_ONCE = 4
const AT_ONCE_PER_USER = 2
const TRY_AGAIN_SECONDS = 10

interface ExportSlot {
  user: number | null
  file: FileReply | null
}

/** Records which user exports which data, before the first byte is sent. */
export type RecordExport = (user: SignedIn, request: FastifyRequest) => Promise<void>

export type ExportGate = ReturnType<typeof createExportGate>

/**
 * Every file generated on demand passes this gate, so that files cannot starve the rest of the API. It cuts off files that are still being sent
 * when the server closes.
 * @param isCounted whether the limit of five files a minute and user applies
 */
export function createExportGate(server: FastifyInstance, isCounted: boolean, record: RecordExport) {
  const slots = new Set<ExportSlot>()
  const count = isCounted ? server.createRateLimit({ max: PER_MINUTE, timeWindow: 60_000 }) : null
  server.addHook('preClose', async () => {
    const files = [...slots].flatMap(({ file }) => file ?? [])
    await Promise.allSettled(files.map(({ content }) => closed(content.destroy())))
  })

  async function takeSlot(request: FastifyRequest): Promise<ExportSlot> {
    const rate = await count?.(request)
    if (rate && !rate.isAllowed && rate.isExceeded) {
      throw new AppError(429, 'too_many_requests', { retryAfterSeconds: rate.ttlInSeconds })
    }
    const user = request.user?.id ?? null
    const own = [...slots].filter((slot) => slot.user === user)
    if (slots.size >= AT_ONCE || own.length >= AT_ONCE_PER_USER) {
      throw new AppError(429, 'too_many_exports', { retryAfterSeconds: TRY_AGAIN_SECONDS })
    }
    const slot: ExportSlot = { user, file: null }
    slots.add(slot)
    return slot
  }

  return {
    /**
     * Generates the file, or refuses with 429: five a minute per user (no such limit where calls are not counted), four at once, two of them for
     * one user.
     */
    async open(request: FastifyRequest, make: () => Promise<FileReply>): Promise<FileReply> {
      const slot = await takeSlot(request)
      try {
        if (request.user) await record(request.user, request)
        const file = await make()
        slot.file = file
        finished(file.content, () => slots.delete(slot))
        return file
      } catch (error) {
        slots.delete(slot)
        throw error
      }
    },
  }
}
