import { mdiAlert, mdiAlertOctagon, mdiAlertOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { alarmQueries } from '../../features/alarms/alarms.queries.ts'
import { Icon } from '../../shared/ui/Icon.tsx'

const COUNTED_TO = 100

/** How many alarms wait for somebody, and how many are shelved, in its own colours so that it is legible on every bar; absent when none is. */
export function AlarmPill() {
  const { t } = useTranslation()
  // The unacknowledged stand first, so the first page holds all that the pill can count.
  const open = useQuery(alarmQueries.list({ status: 'open', per_page: COUNTED_TO }))
  const waiting = open.data?.data.filter(({ state }) => state === 'active_unack' || state === 'rtn_unack') ?? []
  const shelvedPage = useQuery(alarmQueries.list({ status: 'shelved', per_page: 1 }))
  // No pill says that nothing waits; that has to be known first.
  const isKnown = open.data !== undefined && shelvedPage.data !== undefined
  const shelved = shelvedPage.data?.total ?? 0
  if (isKnown && waiting.length + shelved === 0) return null

  const isWaiting = waiting.length > 0
  const critical = waiting.some(({ severity }) => severity === 'critical')
  const many = waiting.length >= COUNTED_TO
  const said = [
    ...(isWaiting ? [t('nav.alarmsBadge', { count: waiting.length })] : []),
    ...(shelved > 0 ? [t('nav.alarmsShelved', { count: shelved })] : []),
    ...(isKnown ? [] : [t('nav.alarmsUnknown')]),
  ].join(', ')
  return (
    <Box
      component={Link}
      to="/alarms"
      aria-label={said}
      title={said}
      sx={({ tokens }) => {
        const look = tokens.alarm[isWaiting ? (critical ? 'critical_unack' : 'warning_unack') : 'shelved']
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
      {!isKnown && <Icon path={mdiAlertOutline} sx={{ fontSize: 20 }} />}
      {!isKnown && '…'}
      {isWaiting && <Icon path={critical ? mdiAlertOctagon : mdiAlert} sx={{ fontSize: 20 }} />}
      {isWaiting && (many ? `${COUNTED_TO - 1}+` : waiting.length)}
      {shelved > 0 && (
        <Box component="span" sx={{ fontWeight: 400 }}>
          {isWaiting ? `(${shelved})` : said}
        </Box>
      )}
    </Box>
  )
}
