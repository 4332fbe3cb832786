import { brandingApi, DALYAN } from '@dalyan/contracts/branding'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../core/http/serve.ts'

export function serveBranding(server: FastifyInstance, { baseUrl }: { baseUrl: string | undefined }): void {
  serve(server, brandingApi.config, 'public', ({ request }) => ({
    success: true,
    data: { ...DALYAN, domain: { apiUrl: baseUrl ?? `${request.protocol}://${request.host}` } },
  }))
}
