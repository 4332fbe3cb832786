import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file that is made while it is sent. */
export interface FileReply {
  /** Of ASCII letters, digits, `-`, `_` and `.` alone. */
  name: string
  /** With its charset where it is text. */
  type: string
  /** Destroyed when the caller leaves. When it fails, the connection is cut: a short file must not look like a whole one. */
  content: Readable
}

/** So long a file may stand still: its reader takes nothing, or nothing is made. */
const STANDS_STILL_MS = 120_000

/**
 * Answers with a file that browsers save. Once its connection has not moved for `standsStillMs` it is cut off, and `content` is destroyed with
 * all that it holds.
 */
export function sendFile(
  reply: FastifyReply,
  { name, type, content }: FileReply,
  standsStillMs = STANDS_STILL_MS,
): FastifyReply {
  // Instead of the server's own, shorter time, which begins anew with the next call on this connection.
  reply.raw.setTimeout(standsStillMs, () => void reply.raw.destroy())
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(content)
}
