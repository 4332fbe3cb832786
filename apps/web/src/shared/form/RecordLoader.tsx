import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryError } from '../ui/ErrorAlert.tsx'

interface Props<R> {
  query: Pick<UseQueryResult<R>, 'data' | 'error' | 'refetch'>
  /** The dialog's name until the record is loaded, and the title of a failure. */
  label: string
  failed: string
  onClose: () => void
  children: (record: R) => ReactNode
}

/** The dialog of a record in all states: loading, failed, loaded. */
export function RecordLoader<R>({ query, label, failed, onClose, children }: Props<R>) {
  const { t } = useTranslation()
  if (query.data !== undefined) return children(query.data)
  return (
    <Dialog open fullWidth maxWidth="sm" aria-label={label} onClose={onClose}>
      <DialogContent aria-busy={query.error === null}>
        {query.error ? (
          <QueryError query={query} title={failed} />
        ) : (
          [0, 1, 2, 3].map((line) => <Skeleton key={line} height={56} />)
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
