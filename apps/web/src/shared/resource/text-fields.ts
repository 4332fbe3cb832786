/** A record's optional texts in its form: null is an empty field, and an empty field is sent as null. */
export function textFields<const N extends string>(names: readonly N[]) {
  return {
    values: (record: Partial<Record<N, string | null>>) =>
      Object.fromEntries(names.map((name) => [name, record[name] ?? ''])) as Record<N, string>,
    body: (values: Record<N, string>) =>
      Object.fromEntries(names.map((name) => [name, values[name].trim() || null])) as Record<N, string | null>,
  }
}
