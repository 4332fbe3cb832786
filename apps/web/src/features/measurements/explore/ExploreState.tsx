import { mdiFishbowlOutline } from '@mdi/js'
import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { usePage } from '../../../shared/ui/page-state.ts'
import { Fetching } from '../../../shared/ui/ProgressLine.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { type TanksInView, whyProposed } from './use-tanks-in-view.ts'

interface Props<T> {
  inView: TanksInView
  query: UseQueryResult<T>
  /** Of the picture, CSS px. */
  height: number
  children: (data: T) => ReactNode
}

/** The style of a chart with a column of this width beside it, CSS px; below it where there is no space. */
export const besideAChart = (width: number) =>
  ({
    display: 'grid',
    alignItems: 'start',
    gap: 1.5,
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: `minmax(0, 1fr) ${width}px` },
  }) as const

/** The user may see no tank. */
export function NoTank() {
  const { t } = useTranslation()
  return <EmptyState icon={mdiFishbowlOutline} title={t('explorer.noTankYet')} body={t('explorer.noTankYetBody')} />
}

/** A view while it loads, when it failed, without a tank, and when it is there. */
export function ExploreState<T>({ inView, query, height, children }: Props<T>) {
  const { t } = useTranslation()
  const hasTank = inView.ids.length > 0
  usePage(t('measurements.title'), !inView.isPending && !(hasTank && query.isPending))
  if (!inView.isPending && !hasTank) return <NoTank />
  return (
    <>
      {inView.isProposed && hasTank && <Quiet small>{whyProposed(t, inView)}</Quiet>}
      <QueryError query={query} title={t('explore.failed')} />
      {query.data !== undefined && (
        <Fetching isOn={query.isFetching && query.isPlaceholderData}>{children(query.data)}</Fetching>
      )}
      {query.data === undefined && !query.error && <Skeleton variant="rounded" height={height} aria-busy />}
    </>
  )
}
