import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'

interface Props<T> {
  query: UseQueryResult<T>
  /** Height of what comes, in pixels, so that nothing jumps. */
  height: number
  children: (data: T) => ReactNode
}

/** One call's part of the page: it waits, and fails, for itself alone. What is known stays while a refresh fails. */
export function CardBody<T>({ query, height, children }: Props<T>) {
  const { t } = useTranslation()
  if (query.data !== undefined) return children(query.data)
  if (query.error) {
    return <ErrorAlert title={t('dashboard.cardFailed')} error={query.error} onRetry={() => void query.refetch()} />
  }
  return <Skeleton variant="rounded" height={height} />
}
