import type { PictureType } from '@dalyan/contracts/pictures'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An uploaded picture. */
export interface StoredPicture {
  bytes: Buffer
  type: PictureType
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: string
}

/** The version in a picture's address, from the hash of its bytes. */
export const pictureVersion = (hash: string) => hash.slice(0, 16)

interface Audience {
  /** Everybody may see it: caches on the path may keep it. Otherwise only the caller's browser, which asks again before each use. */
  isPublic: boolean
  /** The version that the address names. */
  version: string | undefined
}

/** Answers with a picture, or with 304 when the caller has it. Opened directly, it runs no script, loads nothing, and its type is not guessed. */
export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, type, hash }: StoredPicture,
  { isPublic, version }: Audience,
): Promise<void> {
  const etag = `"${hash}"`
  // The address with this version never serves another picture.
  const lasts = version === pictureVersion(hash) ? 'max-age=31536000, immutable' : 'no-cache'
  void reply
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('content-disposition', 'inline')
    .header('cache-control', isPublic ? `public, ${lasts}` : 'private, no-cache')
    .header('etag', etag)
  if (!isPublic) void reply.header('vary', 'authorization')
  if (request.headers['if-none-match']?.includes(etag)) await reply.code(304).send()
  else await reply.type(type).send(bytes)
}
