import { alarmLinksApi } from '@dalyan/contracts/notifications'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import alarmPage from '../../../locales/tr/alarm-page.json' with { type: 'json' }
import notifications from '../../../locales/tr/notifications.json' with { type: 'json' }
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useAppReady } from '../../../shared/ui/app-ready.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { ProgressLine } from '../../../shared/ui/ProgressLine.tsx'
import { BrandIcon } from '../../branding/public/BrandIcon.tsx'
import { settingsQueries } from '../../settings/public/settings.queries.ts'
import { LinkedAlarmCard } from './LinkedAlarmCard.tsx'

addWords({ notifications, alarmPage })

/** The page that a message links to: one alarm and one button, without a session. The token stands behind `#`. */
export function AlarmLinkPage() {
  const { t } = useTranslation()
  const token = useLocation({ select: ({ hash }) => hash })
  const settings = useQuery(settingsQueries.system())
  const link = useQuery({
    queryKey: ['alarm-link', token],
    queryFn: ({ signal }) => call(alarmLinksApi.show, { body: { token } }, signal),
    enabled: token !== '',
    refetchInterval: ({ state }) => (state.data ? REFRESH_MS : false),
  })
  usePageTitle(t('notifications.link.title'))
  useAppReady(!link.isLoading)
  const isOver = link.error instanceof ApiError && link.error.status === 404
  return (
    <Box
      component="main"
      sx={{
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'start',
        minHeight: '100dvh',
        p: { xs: 1.5, sm: 4 },
      }}
    >
      <Paper
        variant="outlined"
        sx={{ width: '100%', maxWidth: 480, p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          <BrandIcon size={28} />
          {settings.data?.system_name}
        </Box>
        {link.isLoading && <ProgressLine />}
        {token === '' && <Typography role="alert">{t('notifications.link.missing')}</Typography>}
        {link.error && !link.data && (
          <>
            <ErrorAlert
              title={t('notifications.link.failed')}
              error={link.error}
              {...(isOver ? {} : { onRetry: () => void link.refetch() })}
            />
            {isOver && <Typography>{t('notifications.link.over')}</Typography>}
          </>
        )}
        {link.data ? (
          <LinkedAlarmCard token={token} linked={link.data} />
        ) : (
          <Button component={Link} to="/" variant="outlined" size="large">
            {t('notifications.link.login')}
          </Button>
        )}
      </Paper>
    </Box>
  )
}

const REFRESH_MS = 15_000
