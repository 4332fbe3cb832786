import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { notificationQueries } from '../notifications.queries.ts'

const ButtonLink = createLink(Button)

/** Warns administrators that no user would be notified of an alarm outside the page. */
export function NobodyNotified() {
  const { t } = useTranslation()
  const preferences = useQuery(notificationQueries.preferences())
  if (!preferences.data?.nobody_notified) return null
  return (
    <Alert
      severity="warning"
      action={
        <ButtonLink to="/profile" search={{ tab: 'notifications' }} color="inherit" size="small">
          {t('home.tryChannels')}
        </ButtonLink>
      }
    >
      {t('home.nobodyNotified')}
    </Alert>
  )
}
