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

/** Answers with a file that browsers save. */
export function sendFile(reply: FastifyReply, { name, type, content }: FileReply): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(content)
}
