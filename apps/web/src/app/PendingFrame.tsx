import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { settingsQueries } from '../features/settings/public/settings.queries.ts'
import { PageSkeleton } from '../shared/ui/PageSkeleton.tsx'
import { ProgressLine } from '../shared/ui/ProgressLine.tsx'

/** Fills the window until it is known whether a user is signed in. */
export function PendingFrame() {
  const { t } = useTranslation()
  const settings = useQuery(settingsQueries.system())
  return (
    <Box sx={{ minHeight: '100dvh' }}>
      <Box
        component="header"
        sx={({ tokens: { appBar, palette } }) => ({
          display: 'flex',
          alignItems: 'center',
          height: 56,
          px: 2,
          bgcolor: appBar.bg,
          color: appBar.text,
          borderBottom: `1px solid ${palette.divider}`,
        })}
      >
        <Typography component="span" noWrap sx={{ fontWeight: 700 }}>
          {settings.data?.system_name}
        </Typography>
      </Box>
      <Box component="main" aria-busy aria-label={t('common.states.loading')} sx={{ position: 'relative' }}>
        <ProgressLine />
        <PageSkeleton />
      </Box>
    </Box>
  )
}
