export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Calls with the same key run one after the other in order of arrival; calls with other keys do not wait for them. */
export function createKeyedQueue(): KeyedQueue {
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
