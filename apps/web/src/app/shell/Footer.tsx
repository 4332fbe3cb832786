import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ProviderLink } from '../../features/branding/ProviderLink.tsx'
import { useFromNow, useNow } from '../../shared/clock/use-now.ts'
import { formatDateTimeWithSeconds } from '../../shared/format/date-time.ts'

export function Footer() {
  const { t } = useTranslation()
  return (
    <Box
      component="footer"
      data-shell
      sx={({ tokens: { palette } }) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        minHeight: 32,
        px: 2,
        bgcolor: palette.surface,
        borderTop: `1px solid ${palette.divider}`,
        color: palette.textSecondary,
        fontSize: '0.75rem',
        '& a': { color: palette.primary.text },
      })}
    >
      <Clock />
      <Typography component="span" noWrap sx={{ maxWidth: 280, fontSize: 'inherit' }}>
        © <Year /> <ProviderLink />
      </Typography>
      <Box component="span" sx={{ ml: 'auto' }}>
        {t('common.appFooterVersion')}
      </Box>
    </Box>
  )
}

function Year() {
  return useFromNow((now) => new Date(now).getFullYear())
}

/** A separate component, so that only the clock renders every second. Not announced. */
function Clock() {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <time dateTime={new Date(now).toISOString()} aria-label={t('nav.clock')} aria-live="off">
      {formatDateTimeWithSeconds(now)}
    </time>
  )
}
