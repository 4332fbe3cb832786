import { settingsApi } from '@dalyan/contracts/settings'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../core/http/actor.ts'
import { serve } from '../../core/http/serve.ts'
import type { SettingsService } from './settings.service.ts'

interface Needs {
  settings: SettingsService
  /** Whether this installation can send email. */
  hasMail: boolean
}

export function serveSettings(server: FastifyInstance, { settings, hasMail }: Needs): void {
  serve(server, settingsApi.selfSignup, 'public', () => settings.flag('self_signup'))
  serve(server, settingsApi.mail, 'public', () => ({ enabled: hasMail }))
  serve(server, settingsApi.system, 'public', () => settings.system())
  serve(server, settingsApi.altitude, 'signed_in', () => settings.altitude())

  serve(server, settingsApi.adminSelfSignup, 'settings.manage', () => settings.flag('self_signup'))
  serve(server, settingsApi.setSelfSignup, 'settings.manage', ({ body, user, request }) =>
    settings.setFlag('self_signup', body.enabled, actorOf(user, request)),
  )
  serve(server, settingsApi.adminSystem, 'settings.manage', () => settings.system())
  serve(server, settingsApi.updateSystem, 'settings.manage', ({ body, user, request }) =>
    settings.updateSystem(body, actorOf(user, request)),
  )
  serve(server, settingsApi.setSystemName, 'settings.manage', ({ body, user, request }) =>
    settings.setText('system_name', body.name, actorOf(user, request)),
  )
  serve(server, settingsApi.setSystemTitle, 'settings.manage', ({ body, user, request }) =>
    settings.setText('system_title', body.title, actorOf(user, request)),
  )
  serve(server, settingsApi.terminalCommLogging, 'settings.manage', () => settings.flag('iot_comm_logging'))
  serve(server, settingsApi.setTerminalCommLogging, 'settings.manage', ({ body, user, request }) =>
    settings.setFlag('iot_comm_logging', body.enabled, actorOf(user, request)),
  )
}
