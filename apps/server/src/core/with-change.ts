type Changed<T, C> = Omit<T, keyof C> & {
  [K in keyof C]-?: Exclude<C[K], undefined> | (K extends keyof T ? T[K] : never)
}

/** Applies a change to a record; a field that is left out or undefined keeps its value. */
export function withChange<T extends object, C extends object>(before: T, change: C): Changed<T, C> {
  const named = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(named) } as Changed<T, C>
}

/** The differences by field, for a log: `{name: {from, to}}`. */
export function differences<T extends object>(
  before: T,
  after: T,
): Partial<Record<keyof T & string, { from: unknown; to: unknown }>> {
  const fields = Object.keys(before) as (keyof T & string)[]
  const changed = fields.filter((field) => before[field] !== after[field])
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }])) as ReturnType<
    typeof differences<T>
  >
}
