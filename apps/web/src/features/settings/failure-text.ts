import { ApiError } from '../../shared/api/api-error.ts'

/** Two ways in which a setting is not kept: the server said no, or the call itself failed. */
export interface FailureTexts {
  refused: string
  broken: string
}

export function failureText(error: Error, { refused, broken }: FailureTexts): string {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 ? refused : broken
}

/** What the server said about the value; undefined where it said nothing about it. */
export function valueProblem(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const texts = Object.values(error.errors).flat()
  return texts.length > 0 ? texts.join(' ') : undefined
}
