import { type Branding, brandingApi } from '@dalyan/contracts/branding'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../../core/errors.ts'
import { actorOf } from '../../core/http/actor.ts'
import { sendPicture } from '../../core/http/picture-reply.ts'
import { serve } from '../../core/http/serve.ts'
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
    await sendPicture(request, reply, logo, { isPublic: true, version: query.v })
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
