import type { FastifyReply, FastifyRequest } from 'fastify'

/** No record has this version: it stands for a tag that is none of ours, and so matches nothing. */
const NO_VERSION = 0

/** Names the record's version, which only people's edits raise. */
export function setEtag(reply: FastifyReply, version: number): void {
  void reply.header('etag', `"${version}"`)
}

/** The record, as an answer that carries its version. */
export function tagged<R extends { version: number }>(reply: FastifyReply, record: R): R {
  setEtag(reply, record.version)
  return record
}

/**
 * The version that the caller's `If-Match` takes the record to have; undefined: any will do (none given, or `*`).
 * A weak tag counts as the strong one, since a proxy that compresses weakens what it passes on.
 */
export function expectedVersion({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const given = headers['if-match']?.trim()
  if (given === undefined || given === '*') return undefined
  const version = /^(?:W\/)?"([1-9]\d{0,9})"$/.exec(given)?.[1]
  return version === undefined ? NO_VERSION : Number(version)
}
