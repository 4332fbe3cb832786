import { errorText, isErrorCode, type Language } from '@dalyan/contracts/errors'
import i18next from 'i18next'
import validation from '../../locales/tr/validation.json' with { type: 'json' }
import type * as z from 'zod/v4/core'
import { addWords } from '../i18n/add-words.ts'

addWords({ validation })

/** Problems by field. */
export type Problems = Readonly<Record<string, string>>

interface BodySchema {
  safeParse: (body: unknown) => { success: boolean; error?: { issues: readonly z.$ZodIssue[] } | undefined }
}

/** The contract's problems of a body, in the words of the page; the first of each field. Paths are joined by dots. */
export function contractProblems(schema: BodySchema, body: unknown): Problems {
  const { error } = schema.safeParse(body)
  const problems: Record<string, string> = {}
  for (const issue of error?.issues ?? []) problems[issue.path.map(String).join('.')] ??= words(issue)
  return problems
}

function words(issue: z.$ZodIssue): string {
  const language: Language = i18next.language === 'en' ? 'en' : 'tr'
  if (isErrorCode(issue.message)) return errorText(issue.message, language)
  const isText = 'origin' in issue && issue.origin === 'string'
  switch (issue.code) {
    case 'too_small':
      return isText
        ? i18next.t('validation.minLength', { min: String(issue.minimum) })
        : i18next.t('validation.minValue', { min: String(issue.minimum) })
    case 'too_big':
      return isText
        ? i18next.t('validation.maxLength', { max: String(issue.maximum) })
        : i18next.t('validation.maxValue', { max: String(issue.maximum) })
    case 'invalid_type':
      return errorText(issue.input === undefined ? 'required' : 'invalid_format', language)
    default:
      return errorText('invalid_format', language)
  }
}
