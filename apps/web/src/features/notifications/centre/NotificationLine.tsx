import type { Alarm } from '@dalyan/contracts/alarms'
import type { InboxItem } from '@dalyan/contracts/notifications'
import { mdiCheckCircleOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { visuallyHidden } from '@mui/utils'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../shared/clock/use-now.ts'
import { formatAge } from '../../../shared/format/age.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { chartSearch } from '../../alarms/public/alarm-facts.ts'
import { SEVERITY_ICON } from '../../alarms/public/alarm-look.ts'

const ButtonLink = createLink(Button)

interface Props {
  line: InboxItem
  /** The known alarms, to which inbox items link. Undefined: still loading. */
  alarms: readonly Alarm[] | undefined
  onLeave: () => void
}

/** One inbox item, in the server's words. */
export function NotificationLine({ line, alarms, onLeave }: Props) {
  const { t } = useTranslation()
  const now = useNow()
  const isUnread = line.read_at === null
  return (
    <Box
      component="li"
      sx={({ tokens: { palette } }) => ({
        display: 'flex',
        gap: 1.5,
        px: 2,
        py: 1.25,
        borderTop: `1px solid ${palette.divider}`,
        borderInlineStart: `4px solid ${isUnread ? palette.primary.main : 'transparent'}`,
      })}
    >
      <Icon
        path={line.reason === 'test' ? mdiCheckCircleOutline : SEVERITY_ICON[line.severity]}
        sx={({ tokens: { palette } }) => ({ mt: 0.25, flexShrink: 0, color: iconColour(line, palette) })}
      />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: isUnread ? 700 : 400 }}>
          {isUnread && <span style={visuallyHidden}>{t('notifications.centre.unread')} </span>}
          {line.title}
        </Box>
        <Box sx={{ whiteSpace: 'pre-line', fontSize: '0.875rem', color: 'text.secondary' }}>{line.body}</Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 0.25 }}>
          <Box
            component="time"
            dateTime={line.created_at}
            title={formatDateTime(line.created_at)}
            sx={{ flex: 1, fontSize: '0.8125rem', color: 'text.secondary' }}
          >
            {formatAge(t, now - Date.parse(line.created_at))}
          </Box>
          <AlarmLink line={line} alarms={alarms} onLeave={onLeave} />
        </Box>
      </Box>
    </Box>
  )
}

/** Links to the chart of a single alarm; for several alarms, or one closed long ago, to the list. */
function AlarmLink({ line, alarms, onLeave }: Props) {
  const { t } = useTranslation()
  const now = useNow()
  const [first] = line.alarm_ids
  if (first === undefined) return null
  const alarm = line.alarm_ids.length === 1 ? alarms?.find(({ id }) => id === first) : undefined
  if (!alarm?.tank) {
    return (
      <ButtonLink
        to="/alarms"
        size="small"
        onClick={onLeave}
        // Hidden until the target is known, so that the layout does not move.
        sx={alarms === undefined ? { visibility: 'hidden' } : {}}
      >
        {t('notifications.centre.showAlarms')}
      </ButtonLink>
    )
  }
  return (
    <ButtonLink
      to="/tanks/$id"
      params={{ id: String(alarm.tank.id) }}
      search={chartSearch(alarm, now)}
      size="small"
      onClick={onLeave}
      aria-label={t('notifications.centre.chartOf', { name: line.title })}
    >
      {t('alarms.actions.openChart')}
    </ButtonLink>
  )
}

interface Palette {
  error: { text: string }
  warning: { text: string }
  textSecondary: string
}

/** Red and amber are for alarms; a test message has no colour. */
function iconColour({ reason, severity }: InboxItem, palette: Palette): string {
  if (reason === 'test' || severity === 'info') return palette.textSecondary
  return severity === 'critical' ? palette.error.text : palette.warning.text
}
