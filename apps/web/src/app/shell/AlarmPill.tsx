import { mdiAlertOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ALARM_ICON } from '../../features/alarms/public/alarm-look.ts'
import { alarmQueries } from '../../features/alarms/public/alarms.queries.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useWaitingIncidents } from './use-waiting-incidents.ts'

/**
 * Counts the incidents that wait for an acknowledgement and the shelved alarms, in its own colours so that it is legible on every bar; absent when there
 * are none.
 */
export function AlarmPill() {
  const { t } = useTranslation()
  const incidents = useWaitingIncidents()
  const shelvedPage = useQuery(alarmQueries.list({ status: 'shelved', per_page: 1 }))
  // Without the pill the user assumes that no alarm waits, so it stays until that is known.
  const isKnown = incidents.isKnown && shelvedPage.data !== undefined
  const shelved = shelvedPage.data?.total ?? 0
  const { count, text } = incidents
  const isAny = count > 0
  if (isKnown && !isAny && shelved === 0) return null

  const name = isAny ? incidents.look : 'shelved'
  const said = [
    ...(isAny ? [t('nav.alarmsBadge', { count })] : []),
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
      {isAny && text}
      {shelved > 0 && (
        <Box component="span" sx={{ fontWeight: 400 }}>
          {isAny ? `(${shelved})` : said}
        </Box>
      )}
    </Box>
  )
}
