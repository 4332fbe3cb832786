import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file that is generated while it is sent. */
export interface FileReply {
  /** Only ASCII letters, digits, `-`, `_` and `.`. */
  name: string
  /** With its charset if it is text. */
  type: string
  /** Destroyed when the caller disconnects. If it fails, the connection is cut, because a truncated file must not look complete. */
  content: Readable
}

/** How long a transfer may stall, because the client reads no data or none is generated. */
const STANDS_STILL_MS = 120_000

/**
 * Answers with a file that browsers save. A connection that did not move for `standsStillMs` is cut off, and `content` is destroyed with its
 * resources.
 */
export function sendFile(
  reply: FastifyReply,
  { name, type, content }: FileReply,
  standsStillMs = STANDS_STILL_MS,
): FastifyReply {
  // Replaces the server's own, shorter timeout, which applies again to the next call on this connection.
  reply.raw.setTimeout(standsStillMs, () => void reply.raw.destroy())
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(content)
}
