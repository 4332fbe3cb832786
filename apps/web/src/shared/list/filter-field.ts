export interface FilterOption {
  value: string
  label: string
}

/** One filter above a list, by its name in the address. */
export type FilterField = {
  name: string
  label: string
  /** Rarely used: stands in the drawer, also on wide screens. */
  more?: boolean
} & ({ kind: 'words' | 'choice'; options: readonly FilterOption[] } | { kind: 'text' } | { kind: 'switch' })

/** A filter that narrows the list, as its chip says it. */
export interface ActiveFilter {
  key: string
  label: string
  /** What the list's state becomes without it. */
  without: Readonly<Record<string, unknown>>
}

/** The words chosen of a filter that takes several. */
export function chosenWords(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** The filters that narrow the list now; switches speak for themselves. */
export function activeFilters(
  fields: readonly FilterField[],
  state: Readonly<Record<string, unknown>>,
): ActiveFilter[] {
  return fields.flatMap((field): ActiveFilter[] => {
    const { name, label } = field
    const value = state[name]
    if (value === undefined || field.kind === 'switch') return []
    if (field.kind === 'text')
      return [{ key: name, label: `${label}: ${String(value)}`, without: { [name]: undefined } }]
    const wordOf = (word: string) => field.options.find((option) => option.value === word)?.label ?? word
    if (field.kind === 'choice') {
      return [{ key: name, label: `${label}: ${wordOf(String(value))}`, without: { [name]: undefined } }]
    }
    const words = chosenWords(value)
    return words.map((word) => ({
      key: `${name}:${word}`,
      label: `${label}: ${wordOf(word)}`,
      without: { [name]: words.filter((other) => other !== word) },
    }))
  })
}
