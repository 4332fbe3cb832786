import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'

/** Statuses of which the same call gets the same answer again. */
const FINAL = new Set([404, 410, 413, 422])

interface Props {
  /** The failed action, where the message alone does not name it. */
  title?: string
  error: Error
  onRetry?: () => void
  /** Forgets the failure. */
  onClose?: () => void
}

/** Shown instead of the result of a failed call: the server's message, and a button to close it or, where that can help, to try again. */
export function ErrorAlert({ title, error, onRetry, onClose }: Props) {
  const { t } = useTranslation()
  const isFinal = error instanceof ApiError && FINAL.has(error.status)
  return (
    <Alert
      severity="error"
      {...(onClose ? { onClose } : {})}
      action={
        onRetry &&
        !isFinal && (
          <Button color="inherit" size="small" onClick={onRetry}>
            {t('common.actions.retry')}
          </Button>
        )
      }
    >
      {title && <AlertTitle>{title}</AlertTitle>}
      {error.message}
    </Alert>
  )
}

interface QueryErrorProps {
  title?: string
  query: Pick<UseQueryResult, 'error' | 'refetch'>
}

/** The failure of a query, with a button to try again; nothing while it has not failed. */
export function QueryError({ title, query: { error, refetch } }: QueryErrorProps) {
  return error && <ErrorAlert {...(title ? { title } : {})} error={error} onRetry={() => void refetch()} />
}
