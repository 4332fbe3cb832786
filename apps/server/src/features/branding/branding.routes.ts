import { type Branding, brandingApi } from '@dalyan/contracts/branding'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendPicture } from '../../core/http/picture-reply.ts'
import { serve } from '../../core/http/serve.ts'
import { requireFound } from '../../core/records.ts'
import { brandingRepository } from './branding.repository.ts'
import {
  readBranding,
  removeLogo,
  resetBranding,
  setLogo,
  updateBranding,
  type BrandingNeeds,
} from './branding.service.ts'

export function serveBranding(server: FastifyInstance, needs: BrandingNeeds, baseUrl: string | undefined): void {
  async function config({ protocol, host }: FastifyRequest): Promise<{ success: boolean; data: Branding }> {
    return {
      success: true,
      data: { ...(await readBranding(needs)), domain: { apiUrl: baseUrl ?? `${protocol}://${host}` } },
    }
  }

  serve(server, brandingApi.config, 'public', ({ request }) => config(request))
  serve(server, brandingApi.logo, 'public', async ({ query, request, reply }) => {
    const logo = requireFound(await brandingRepository(needs.database).findLogo())
    await sendPicture(request, reply, logo, { isPublic: true, version: query.v })
  })
  serve(server, brandingApi.update, 'settings.manage', async ({ body, actor, request }) => {
    await updateBranding(needs, body, actor)
    return config(request)
  })
  serve(server, brandingApi.reset, 'settings.manage', ({ actor }) => resetBranding(needs, actor))
  serve(server, brandingApi.setLogo, 'settings.manage', async ({ body, actor, request }) => {
    await setLogo(needs, body.image, actor)
    return config(request)
  })
  serve(server, brandingApi.removeLogo, 'settings.manage', ({ actor }) => removeLogo(needs, actor))
}
