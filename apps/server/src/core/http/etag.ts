import type { FastifyReply, FastifyRequest } from 'fastify'

/** No record has this version: it represents a foreign tag, which must match no record. */
const NO_VERSION = 0

/** Sets the record's version, which only edits by users raise. */
export function setEtag(reply: FastifyReply, version: number): void {
  void reply.header('etag', `"${version}"`)
}

/**
 * The version that the caller's `If-Match` expects; undefined: any version (no header, or `*`).
 * A weak tag counts as a strong one, because a compressing proxy weakens tags.
 */
export function expectedVersion({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const given = headers['if-match']?.trim()
  if (given === undefined || given === '*') return undefined
  const version = /^(?:W\/)?"([1-9]\d{0,9})"$/.exec(given)?.[1]
  return version === undefined ? NO_VERSION : Number(version)
}
