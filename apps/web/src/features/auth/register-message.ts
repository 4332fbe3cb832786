import type { TFunction } from 'i18next'
import { ApiError } from '../../shared/api/api-error.ts'

/** What the registration says about a failure: the server's reason, where it gave one that a visitor can act on. */
export function registerMessage(t: TFunction, error: unknown): string {
  const hasReason = error instanceof ApiError && error.status < 500 && error.message !== `HTTP ${error.status}`
  return hasReason ? error.message : t('auth.registerFailed')
}
