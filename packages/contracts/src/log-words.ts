/** Lists of the logs' values; without zod, so that the first load of the web can use them. */
export const LOG_STATUSES = ['success', 'warning', 'error'] as const
export type LogStatus = (typeof LOG_STATUSES)[number]

export const SERVER_LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export type ServerLogLevel = (typeof SERVER_LOG_LEVELS)[number]

/** The kinds of records whose changes are audited. */
export const AUDIT_TARGETS = [
  'user',
  'firm',
  'settings',
  'webhook',
  'display_link',
  'integration',
  'plan',
  'terminal',
  'key_profile',
  'range_template',
  'file',
] as const
