import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { type TypedDays, typedDays } from '../form/typed-days.ts'

export interface FilterOption {
  value: string
  label: string
  /** The technical name, shown small behind the label where users need it. */
  code?: string
}

/** One filter above a list, by its name in the address. */
export type FilterField = {
  name: string
  label: string
  /** Rarely used: in the drawer also on wide screens, like all typed filters. */
  more?: boolean
} & (
  | { kind: 'words' | 'choice'; options: readonly FilterOption[] }
  | { kind: 'text' }
  | { kind: 'days' }
  | { kind: 'switch' }
  | {
      kind: 'own'
      /** Its control; it shows what it filters by itself, so it has no chip. */
      input: (value: unknown, onValue: (value: unknown) => void) => ReactNode
    }
)

/** Whether a filter is in the drawer. */
export function standsInDrawer({ kind, more }: FilterField, narrow: boolean): boolean {
  return narrow || more === true || kind === 'text' || kind === 'days'
}

/** A filter's days as typed, from the input or from the address. */
export function draftOfDays(value: unknown): TypedDays {
  if (typeof value === 'object' && value !== null && 'first' in value && 'last' in value)
    return { first: String(value.first), last: String(value.last) }
  return typedDays(typeof value === 'string' ? value : undefined)
}

/** An active filter, as its chip shows it. */
export interface ActiveFilter {
  key: string
  label: string
  /** The list's state without the filter. */
  without: Readonly<Record<string, unknown>>
}

/** The chosen values of a filter that takes several. */
export function chosenWords(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** The active filters; a visible switch needs no chip. */
export function activeFilters(
  fields: readonly FilterField[],
  state: Readonly<Record<string, unknown>>,
  narrow: boolean,
): ActiveFilter[] {
  return fields.flatMap((field): ActiveFilter[] => {
    const { name, label } = field
    const value = state[name]
    const without = { [name]: undefined }
    if (value === undefined || field.kind === 'own') return []
    if (field.kind === 'switch') return standsInDrawer(field, narrow) ? [{ key: name, label, without }] : []
    if (field.kind === 'text') return [{ key: name, label: `${label}: ${String(value)}`, without }]
    if (field.kind === 'days') {
      const { first, last } = draftOfDays(value)
      return [{ key: name, label: `${label}: ${last ? `${first} – ${last}` : first}`, without }]
    }
    const wordOf = (word: string) => field.options.find((option) => option.value === word)?.label ?? word
    if (field.kind === 'choice') {
      return [{ key: name, label: `${label}: ${wordOf(String(value))}`, without }]
    }
    const words = chosenWords(value)
    return words.map((word) => ({
      key: `${name}:${word}`,
      label: `${label}: ${wordOf(word)}`,
      without: { [name]: words.filter((other) => other !== word) },
    }))
  })
}

/** The options of a filter that is `1` or `0` in the address. */
export function yesNo(t: TFunction): FilterOption[] {
  return [
    { value: '1', label: t('common.fields.yes') },
    { value: '0', label: t('common.fields.no') },
  ]
}

/** The options of a filter for one of several records. */
export function recordOptions(records: readonly { id: number; name: string }[]): FilterOption[] {
  return records.map(({ id, name }) => ({ value: String(id), label: name }))
}
