import Skeleton from '@mui/material/Skeleton'
import { type ComponentProps, lazy, Suspense } from 'react'

const JournalAdd = lazy(async () => ({ default: (await import('../../journal/public/JournalAdd.tsx')).JournalAdd }))

/** The button that writes in the journal. Its sheet is loaded with the page, because it must open without a network too. */
export function JournalButton(props: ComponentProps<typeof JournalAdd>) {
  const { isLarge = false, isIcon = false } = props
  return (
    <Suspense fallback={<Skeleton variant="rounded" width={isIcon ? 44 : 150} height={isLarge ? 56 : 44} />}>
      <JournalAdd {...props} />
    </Suspense>
  )
}
