import { errorText, isErrorCode, type ErrorCode, type Language } from '@dalyan/contracts/errors'
import type * as z from 'zod/v4/core'

/** An error by its code, before it is translated. */
export type Complaint = { code: ErrorCode; parts: Record<string, unknown> }

/** The contract's errors by field, in the caller's language. */
export function fieldErrors(issues: readonly z.$ZodIssue[], language: Language): Record<string, string[]> {
  const fields = new Map<string, Set<string>>()
  for (const issue of issues) {
    const { code, parts } = complaintOf(issue)
    const text = errorText(code, language, parts)
    for (const field of fieldsOf(issue)) fields.set(field, (fields.get(field) ?? new Set()).add(text))
  }
  return Object.fromEntries([...fields].map(([field, texts]) => [field, [...texts]]))
}

/** How many unknown names an answer repeats, and the length of each. */
const MOST_UNKNOWN = 10
const LONGEST_UNKNOWN = 64

/** The fields of the error; an error without a path belongs to the body. */
function fieldsOf(issue: z.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MOST_UNKNOWN).map((key) => key.slice(0, LONGEST_UNKNOWN))
  }
  return [issue.path.map(String).join('.') || 'body']
}

/** A schema's message is the code where the contract names one; otherwise the code follows from the kind of issue. */
export function complaintOf(issue: z.$ZodIssue): Complaint {
  if (isErrorCode(issue.message)) return { code: issue.message, parts: {} }
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? { code: 'required', parts: {} }
        : { code: 'wrong_type', parts: KINDS[issue.expected] ?? { tr: issue.expected, en: issue.expected } }
    case 'too_small':
      return { code: SMALL[issue.origin] ?? 'too_small', parts: { minimum: issue.minimum } }
    case 'too_big':
      return { code: BIG[issue.origin] ?? 'too_big', parts: { maximum: issue.maximum } }
    case 'invalid_value':
      return { code: 'invalid_value', parts: { allowed: issue.values.join(', ') } }
    case 'unrecognized_keys':
      return { code: 'unknown_parameter', parts: {} }
    default:
      return { code: 'invalid_format', parts: {} }
  }
}

/** The names of JSON's kinds of value. */
const KINDS: Record<string, { tr: string; en: string }> = {
  string: { tr: 'metin', en: 'text' },
  number: { tr: 'sayı', en: 'a number' },
  int: { tr: 'tam sayı', en: 'a whole number' },
  boolean: { tr: 'evet/hayır (true, false)', en: 'yes or no (true, false)' },
  array: { tr: 'liste', en: 'a list' },
  object: { tr: 'nesne', en: 'an object' },
  record: { tr: 'nesne', en: 'an object' },
}

const SMALL: Record<string, ErrorCode> = { string: 'too_short', array: 'too_few_items' }
const BIG: Record<string, ErrorCode> = { string: 'too_long', array: 'too_many_items' }
