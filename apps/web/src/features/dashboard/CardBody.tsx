import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'

interface Props<T> {
  query: UseQueryResult<T>
  /** Expected height in pixels, so that the layout does not move. */
  height: number
  children: (data: T) => ReactNode
}

/** The part of the page that shows one call; it loads and fails independently. Data on screen stay when a refetch fails. */
export function CardBody<T>({ query, height, children }: Props<T>) {
  const { t } = useTranslation()
  if (query.data !== undefined) return children(query.data)
  if (query.error) {
    return <QueryError query={query} title={t('dashboard.cardFailed')} />
  }
  return <Skeleton variant="rounded" height={height} />
}
