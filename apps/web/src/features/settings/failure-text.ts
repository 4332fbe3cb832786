import type { TFunction } from 'i18next'
import { ApiError } from '../../shared/api/api-error.ts'

/** The reason why a setting was not saved: the server refused it, or the call failed. */
export interface FailureTexts {
  refused: string
  broken: string
}

/** The texts of settings that have none of their own. */
export const updateFailure = (t: TFunction): FailureTexts => ({
  refused: t('settings.messages.updateFailed'),
  broken: t('settings.messages.updateError'),
})

export function failureText(error: Error, { refused, broken }: FailureTexts): string {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 ? refused : broken
}

/** The server's problem with the value; undefined: none. */
export function valueProblem(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const texts = Object.values(error.errors).flat()
  return texts.length > 0 ? texts.join(' ') : undefined
}
