import { useState } from 'react'

/** Which of the records on screen are ticked; one that leaves is so no longer. */
export function useChosen(onScreen: readonly { id: number }[]) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const ids = onScreen.map(({ id }) => id).filter((id) => ticked.has(id))
  const isAll = ids.length > 0 && ids.length === onScreen.length
  return {
    ids,
    isAll,
    has: (id: number) => ids.includes(id),
    toggle: (id: number) => setTicked(new Set(ticked.has(id) ? ids.filter((each) => each !== id) : [...ids, id])),
    toggleAll: () => setTicked(new Set(isAll ? [] : onScreen.map(({ id }) => id))),
    clear: () => setTicked(new Set()),
  }
}
