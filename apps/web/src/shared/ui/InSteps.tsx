import { createContext, type ReactNode, startTransition, use, useEffect, useRef, useState } from 'react'

interface Props {
  /** Drawn with what is around. */
  first: ReactNode
  /** Drawn in the next step, in pieces of a few milliseconds. */
  children: ReactNode
}

/** Whether what is around is still being opened. */
const Opening = createContext({ current: true })

/**
 * Draws the first page of a visit in steps, each in a task of its own: React inserts the styles of all that it draws at once, and runs its
 * effects, in one piece, during which a slow phone does not react to touches. On another page of the same visit, the children are drawn at once.
 */
export function InSteps({ first, children }: Props): ReactNode {
  const around = use(Opening)
  const [isFirst, setFirst] = useState(() => around.current)
  const opening = useRef(isFirst)
  useEffect(() => {
    if (isFirst) startTransition(() => setFirst(false))
    else opening.current = false
  }, [isFirst])
  return <Opening value={opening}>{isFirst ? first : children}</Opening>
}
