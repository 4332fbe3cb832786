import { mdiAlertOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ALARM_ICON, isWaiting } from '../../features/alarms/public/alarm-look.ts'
import { alarmQueries } from '../../features/alarms/public/alarms.queries.ts'
import { Icon } from '../../shared/ui/Icon.tsx'

const COUNTED_TO = 100

/**
 * Counts the alarms that wait for an acknowledgement and the shelved ones, in its own colours so that it is legible on every bar; absent when there
 * are none.
 */
export function AlarmPill() {
  const { t } = useTranslation()
  const unacknowledged = useQuery(
    alarmQueries.list({ status: 'open', state: ['active_unack', 'rtn_unack'], per_page: COUNTED_TO }),
  )
  // A live message may have changed an alarm before the list is refetched.
  const waiting = unacknowledged.data?.data.filter(isWaiting) ?? []
  const shelvedPage = useQuery(alarmQueries.list({ status: 'shelved', per_page: 1 }))
  // Without the pill the user assumes that no alarm waits, so it stays until that is known.
  const isKnown = unacknowledged.data !== undefined && shelvedPage.data !== undefined
  const shelved = shelvedPage.data?.total ?? 0
  if (isKnown && waiting.length + shelved === 0) return null

  const isAny = waiting.length > 0
  // Its severity is that of the alarms that are out of range now, not of returned ones.
  const active = waiting.filter(({ state }) => state === 'active_unack')
  const critical = active.some(({ severity }) => severity === 'critical')
  const name = critical ? 'critical_unack' : active.length > 0 ? 'warning_unack' : isAny ? 'rtn_unack' : 'shelved'
  const many = waiting.length >= COUNTED_TO
  const said = [
    ...(isAny ? [t('nav.alarmsBadge', { count: waiting.length })] : []),
    ...(shelved > 0 ? [t('nav.alarmsShelved', { count: shelved })] : []),
    ...(isKnown ? [] : [t('nav.alarmsUnknown')]),
  ].join(', ')
  return (
    <Box
      component={Link}
      to="/alarms"
      aria-label={said}
      title={said}
      data-look={name}
      sx={({ tokens }) => {
        const look = tokens.alarm[name]
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
      {isAny && <Icon path={ALARM_ICON[name]} sx={{ fontSize: 20 }} />}
      {isAny && (many ? `${COUNTED_TO - 1}+` : waiting.length)}
      {shelved > 0 && (
        <Box component="span" sx={{ fontWeight: 400 }}>
          {isAny ? `(${shelved})` : said}
        </Box>
      )}
    </Box>
  )
}
