import { settingsApi } from '@dalyan/contracts/settings'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../core/http/serve.ts'
import {
  readAltitude,
  readSwitch,
  readSystem,
  setSwitch,
  setText,
  updateSystem,
  type SettingsNeeds,
} from './settings.service.ts'

/** `hasMail`: whether this installation can send email. */
export function serveSettings(server: FastifyInstance, needs: SettingsNeeds, hasMail: boolean): void {
  serve(server, settingsApi.selfSignup, 'public', () => readSwitch(needs, 'self_signup'))
  serve(server, settingsApi.mail, 'public', () => ({ enabled: hasMail }))
  serve(server, settingsApi.system, 'public', () => readSystem(needs))
  serve(server, settingsApi.altitude, 'signed_in', () => readAltitude(needs))

  serve(server, settingsApi.adminSelfSignup, 'settings.manage', () => readSwitch(needs, 'self_signup'))
  serve(server, settingsApi.setSelfSignup, 'settings.manage', ({ body, actor }) =>
    setSwitch(needs, 'self_signup', body.enabled, actor),
  )
  serve(server, settingsApi.adminSystem, 'settings.manage', () => readSystem(needs))
  serve(server, settingsApi.updateSystem, 'settings.manage', ({ body, actor }) => updateSystem(needs, body, actor))
  serve(server, settingsApi.setSystemName, 'settings.manage', ({ body, actor }) =>
    setText(needs, 'system_name', body.name, actor),
  )
  serve(server, settingsApi.setSystemTitle, 'settings.manage', ({ body, actor }) =>
    setText(needs, 'system_title', body.title, actor),
  )
  serve(server, settingsApi.terminalCommLogging, 'settings.manage', () => readSwitch(needs, 'iot_comm_logging'))
  serve(server, settingsApi.setTerminalCommLogging, 'settings.manage', ({ body, actor }) =>
    setSwitch(needs, 'iot_comm_logging', body.enabled, actor),
  )
}
