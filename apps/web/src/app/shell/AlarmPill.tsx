import { mdiAlert, mdiAlertOctagon } from '@mdi/js'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { alarmQueries } from '../../features/alarms/alarms.queries.ts'
import { Icon } from '../../shared/ui/Icon.tsx'

const COUNTED_TO = 100

/** How many alarms wait for somebody, in its own colours so that it is legible on every bar; absent when none does. */
export function AlarmPill() {
  const { t } = useTranslation()
  // The unacknowledged stand first, so the first page holds all that the pill can count.
  const open = useQuery(alarmQueries.list({ status: 'open', per_page: COUNTED_TO }))
  const waiting = open.data?.data.filter(({ state }) => state === 'active_unack' || state === 'rtn_unack') ?? []
  if (waiting.length === 0) return null

  const critical = waiting.some(({ severity }) => severity === 'critical')
  const many = waiting.length >= COUNTED_TO
  return (
    <Box
      component={Link}
      to="/alarms"
      aria-label={t('nav.alarmsBadge', { count: waiting.length })}
      sx={({ tokens }) => {
        const look = tokens.alarm[critical ? 'critical_unack' : 'warning_unack']
        return {
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 40,
          minWidth: 44,
          px: 1.25,
          borderRadius: 1,
          fontWeight: 700,
          textDecoration: 'none',
          bgcolor: look.fill,
          color: look.text,
          border: `1px solid ${look.border}`,
          '@media (pointer: coarse)': { minHeight: 44 },
        }
      }}
    >
      <Icon path={critical ? mdiAlertOctagon : mdiAlert} sx={{ fontSize: 20 }} />
      {many ? `${COUNTED_TO - 1}+` : waiting.length}
    </Box>
  )
}
