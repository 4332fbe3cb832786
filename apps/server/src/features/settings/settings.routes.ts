import { settingsApi } from '@dalyan/contracts/settings'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../core/database/database.ts'
import { serve } from '../../core/http/serve.ts'
import { settingsRepository } from './settings.repository.ts'

export function serveSettings(server: FastifyInstance, { database }: { database: Database }): void {
  serve(server, settingsApi.selfSignup, 'public', async () => ({
    enabled: await settingsRepository.get(database, 'self_signup'),
  }))
  serve(server, settingsApi.system, 'public', async () => ({
    system_name: encodeURIComponent(await settingsRepository.get(database, 'system_name')),
    system_title: encodeURIComponent(await settingsRepository.get(database, 'system_title')),
  }))
}
