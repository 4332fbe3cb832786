import { type Branding, brandingApi } from '@dalyan/contracts/branding'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../../core/errors.ts'
import { actorOf } from '../../core/http/actor.ts'
import { serve } from '../../core/http/serve.ts'
import { logoVersion } from './branding.rules.ts'
import type { BrandingService } from './branding.service.ts'

interface Needs {
  branding: BrandingService
  baseUrl: string | undefined
}

export function serveBranding(server: FastifyInstance, { branding, baseUrl }: Needs): void {
  async function config({ protocol, host }: FastifyRequest): Promise<{ success: boolean; data: Branding }> {
    return {
      success: true,
      data: { ...(await branding.read()), domain: { apiUrl: baseUrl ?? `${protocol}://${host}` } },
    }
  }

  serve(server, brandingApi.config, 'public', ({ request }) => config(request))
  serve(server, brandingApi.logo, 'public', async ({ query, request, reply }) => {
    const logo = await branding.findLogo()
    if (!logo) throw notFound()
    const etag = `"${logo.hash}"`
    // The address with this version never serves another picture.
    const isThisVersion = query.v === logoVersion(logo.hash)
    // Opened directly, the picture runs no script, loads nothing, and its type is not guessed.
    void reply
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      .header('content-disposition', 'inline')
      .header('cache-control', isThisVersion ? 'public, max-age=31536000, immutable' : 'public, no-cache')
      .header('etag', etag)
    if (request.headers['if-none-match']?.includes(etag)) await reply.code(304).send()
    else await reply.type(logo.type).send(logo.bytes)
  })
  serve(server, brandingApi.update, 'settings.manage', async ({ body, user, request }) => {
    await branding.change(body, actorOf(user, request))
    return config(request)
  })
  serve(server, brandingApi.reset, 'settings.manage', ({ user, request }) => branding.reset(actorOf(user, request)))
  serve(server, brandingApi.setLogo, 'settings.manage', async ({ body, user, request }) => {
    await branding.setLogo(body.image, actorOf(user, request))
    return config(request)
  })
  serve(server, brandingApi.removeLogo, 'settings.manage', ({ user, request }) =>
    branding.removeLogo(actorOf(user, request)),
  )
}
