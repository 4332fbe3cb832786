export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Callers of one key come one after the other, in the order of their arrival; others do not wait for them. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<void>>()
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const over = mine.then(
      () => undefined,
      () => undefined,
    )
    last.set(key, over)
    try {
      return await mine
    } finally {
      if (last.get(key) === over) last.delete(key)
    }
  }
}
