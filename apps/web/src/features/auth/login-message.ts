import type { TFunction } from 'i18next'
import { ApiError } from '../../shared/api/api-error.ts'

/** What the login says about a failure. */
export function loginMessage(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('auth.errorFallback')
  if (error.status === 401) return t('auth.errorCredentials')
  if (error.status === 422) return t('auth.errorInvalid')
  if (error.status === 429) return t('auth.errorThrottled')
  if (error.status >= 500) return t('auth.errorGeneric')
  return error.message || t('auth.errorFallback')
}
