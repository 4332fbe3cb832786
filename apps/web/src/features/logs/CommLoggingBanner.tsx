import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { adminSettingsQueries } from '../settings/public/admin-settings.queries.ts'

/** Says that terminals' messages are not logged, where a user would look for them. */
export function CommLoggingBanner() {
  const { t } = useTranslation()
  const commLogging = useQuery(adminSettingsQueries.commLogging())
  if (commLogging.data?.enabled !== false) return null
  return (
    <Alert
      severity="info"
      action={
        <Button component={Link} to="/settings" color="inherit" size="small">
          {t('logs.openSettings')}
        </Button>
      }
    >
      {t('logs.commLoggingOff')}
    </Alert>
  )
}
