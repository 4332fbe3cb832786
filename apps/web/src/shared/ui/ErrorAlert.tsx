import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

interface Props {
  /** The failed action, where the message alone does not name it. */
  title?: string
  error: Error
  onRetry?: () => void
}

/** Shown instead of the result of a failed call: the server's message and a button to try again. */
export function ErrorAlert({ title, error, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <Alert
      severity="error"
      action={
        onRetry && (
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
