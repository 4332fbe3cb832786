/** Functions that are called on a change. */
export function subscribers<Args extends unknown[] = []>() {
  const all = new Set<(...args: Args) => void>()
  return {
    /** @returns ends the subscription */
    subscribe(onChange: (...args: Args) => void): () => void {
      all.add(onChange)
      return () => void all.delete(onChange)
    },
    notify(...args: Args): void {
      for (const onChange of all) onChange(...args)
    },
  }
}
