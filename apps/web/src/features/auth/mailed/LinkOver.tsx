import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../shared/api/api-error.ts'

/** Whether a link of the mail was refused for good. */
export function isLinkOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** A link that works no more, and why that may be. */
export function LinkOver({ why }: { why: string }) {
  const { t } = useTranslation()
  return (
    <Alert severity="warning">
      <AlertTitle>{t('accountMail.reset.overTitle')}</AlertTitle>
      {why}
    </Alert>
  )
}
