import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, lazy, Suspense } from 'react'
import { useIdle } from '../../../shared/browser/use-idle.ts'

const JournalAdd = lazy(async () => ({ default: (await import('../../journal/public/JournalAdd.tsx')).JournalAdd }))

/** The button that writes in the journal. Its sheet is loaded with it, because it must open without a network too, and after the values of the tank. */
export function JournalButton(props: ComponentProps<typeof JournalAdd>) {
  const { isLarge = false, isIcon = false } = props
  const isWanted = useIdle(true)
  const place = <Skeleton variant="rounded" width={isIcon ? 44 : 150} height={isLarge ? 56 : 44} />
  return isWanted ? (
    <Suspense fallback={place}>
      <JournalAdd {...props} />
    </Suspense>
  ) : (
    place
  )
}
