import { type Firm, FirmInput, type FirmType } from '@dalyan/contracts/firms'
import type * as z from 'zod/mini'
import { contractProblems, type Problems } from '../../../shared/form/form-problems.ts'
import type { PickOption } from '../../../shared/form/FormPicker.tsx'

const TEXTS = ['phone', 'city', 'province', 'district', 'neighborhood', 'postal_code', 'country', 'notes'] as const
type Texts = Record<(typeof TEXTS)[number], string>

/** What the firm's form holds: text as typed, the parent as picked. */
export type FirmFormValues = {
  code: string
  name: string
  type: FirmType
  status: 'active' | 'inactive'
  parent: PickOption | null
} & Texts

const textsOf = (firm: Partial<Pick<Firm, (typeof TEXTS)[number]>>) =>
  Object.fromEntries(TEXTS.map((name) => [name, firm[name] ?? ''])) as Texts

export const EMPTY_FIRM: FirmFormValues = {
  code: '',
  name: '',
  type: 'grower',
  status: 'active',
  parent: null,
  ...textsOf({ country: 'Türkiye' }),
}

export function firmValues(firm: Firm): FirmFormValues {
  const { code, name, type, status, parent } = firm
  return {
    code,
    name,
    type,
    status: status === 'deleted' ? 'inactive' : status,
    parent: parent && { id: parent.id, label: parent.name },
    ...textsOf(firm),
  }
}

/** The body of the call; a text that was left empty is none. */
export function firmBody({ code, name, type, status, parent, ...texts }: FirmFormValues): z.input<typeof FirmInput> {
  return {
    code: code.trim(),
    name: name.trim(),
    type,
    status,
    parent_id: parent?.id ?? null,
    ...Object.fromEntries(TEXTS.map((each) => [each, texts[each].trim() || null])),
  }
}

/** The form's field for a field of the call. */
export const firmFieldOf = (name: string): string => (name === 'parent_id' ? 'parent' : name)

export function firmProblems(values: FirmFormValues): Problems {
  const problems = Object.entries(contractProblems(FirmInput, firmBody(values)))
  return Object.fromEntries(problems.map(([name, text]) => [firmFieldOf(name), text]))
}
