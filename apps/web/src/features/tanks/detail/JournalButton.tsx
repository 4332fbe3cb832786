import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'

const JournalAdd = lazy(async () => ({ default: (await import('../../journal/public/JournalAdd.tsx')).JournalAdd }))

/** Where a browser cannot say when it is idle: the values are on screen by then. */
const IDLE_AFTER_MS = 200

/** The button that writes in the journal. Its sheet is loaded with it, because it must open without a network too, and after the values of the tank. */
export function JournalButton(props: ComponentProps<typeof JournalAdd>) {
  const { isLarge = false, isIcon = false } = props
  const isWanted = useIdle()
  const place = <Skeleton variant="rounded" width={isIcon ? 44 : 150} height={isLarge ? 56 : 44} />
  return isWanted ? (
    <Suspense fallback={place}>
      <JournalAdd {...props} />
    </Suspense>
  ) : (
    place
  )
}

/** Whether the browser has been idle since the component was drawn. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    // Safari on older phones does not know `requestIdleCallback`.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(() => setIdle(true), { timeout: 2_000 })
    return () => cancelIdleCallback(asked)
  }, [])
  return isIdle
}
