import type { Alarm } from '@dalyan/contracts/alarms'
import { type InboxItem, notificationsApi } from '@dalyan/contracts/notifications'
import { mdiBellOutline, mdiCheckCircleOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import alarmPage from '../../locales/tr/alarm-page.json' with { type: 'json' }
import notifications from '../../locales/tr/notifications.json' with { type: 'json' }
import { call } from '../../shared/api/call.ts'
import { useFromNow, useNow } from '../../shared/clock/use-now.ts'
import { formatAge } from '../../shared/format/age.ts'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import type { ThemeTokens } from '../../shared/theme/tokens.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { ProgressLine } from '../../shared/ui/ProgressLine.tsx'
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { chartSearch } from '../alarms/public/alarm-facts.ts'
import { SEVERITY_ICON } from '../alarms/public/alarm-look.ts'
import { notificationKeys, notificationQueries } from './notifications.queries.ts'

addWords({ notifications, alarmPage })

/** The inbox, newest first; full width on a phone. */
export function NotificationPopover({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const centre = useQuery(notificationQueries.newest())
  const alarms = useQuery(notificationQueries.alarms())
  const newest = centre.data?.data[0]
  const reading = useMutation({
    mutationFn: (up_to_id: number) => call(notificationsApi.read, { body: { up_to_id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: notificationKeys.centre }),
  })
  const error = reading.error ?? centre.error
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      marginThreshold={0}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': t('notifications.title'),
          sx: { width: { xs: '100vw', sm: 440 }, maxWidth: '100vw', maxHeight: 'min(640px, calc(100dvh - 64px))' },
        },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1, minHeight: 52 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t('notifications.title')}
        </Typography>
        {newest && (centre.data?.unread ?? 0) > 0 && (
          <WriteButton size="small" disabled={reading.isPending} onClick={() => reading.mutate(newest.id)}>
            {t('notifications.centre.readAll')}
          </WriteButton>
        )}
      </Box>
      {centre.isPending && <ProgressLine />}
      {error && (
        <Box sx={{ px: 2, pb: 1 }}>
          <ErrorAlert
            title={reading.error ? t('notifications.centre.readFailed') : t('notifications.centre.loadFailed')}
            error={error}
            {...(reading.error ? {} : { onRetry: () => void centre.refetch() })}
          />
        </Box>
      )}
      {centre.data && !newest && (
        <EmptyState
          icon={mdiBellOutline}
          title={t('notifications.centre.empty')}
          body={t('notifications.centre.emptyBody')}
        />
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {centre.data?.data.map((line) => (
          <NotificationLine
            key={line.id}
            line={line}
            alarms={alarms.isPending ? undefined : (alarms.data?.data ?? [])}
            onLeave={onClose}
          />
        ))}
      </Box>
      <Box sx={({ tokens: { palette } }) => ({ p: 1, borderTop: `1px solid ${palette.divider}` })}>
        <ButtonLink to="/profile" search={{ tab: 'notifications' }} onClick={onClose} fullWidth>
          {t('notifications.settings.title')}
        </ButtonLink>
      </Box>
    </Popover>
  )
}

interface LineProps {
  line: InboxItem
  /** The known alarms, to which inbox items link. Undefined: still loading. */
  alarms: readonly Alarm[] | undefined
  onLeave: () => void
}

/** One inbox item, in the server's words. */
function NotificationLine({ line, alarms, onLeave }: LineProps) {
  const { t } = useTranslation()
  const age = useFromNow((now) => formatAge(t, now - Date.parse(line.created_at)))
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
            {age}
          </Box>
          <AlarmLink line={line} alarms={alarms} onLeave={onLeave} />
        </Box>
      </Box>
    </Box>
  )
}

/** Links to the chart of a single alarm; for several alarms, or one closed long ago, to the list; for a shift, to its handover; for a disk that is nearly full, to the state of the server; for a forewarning, to its tank. */
function AlarmLink({ line, alarms, onLeave }: LineProps) {
  const { t } = useTranslation()
  const now = useNow()
  const [first] = line.alarm_ids
  if (line.reason === 'handover')
    return (
      <ButtonLink to="/handover" size="small" onClick={onLeave}>
        {t('notifications.centre.toHandover')}
      </ButtonLink>
    )
  if (line.reason === 'low_disk')
    return (
      <ButtonLink to="/admin" size="small" onClick={onLeave}>
        {t('notifications.centre.toServer')}
      </ButtonLink>
    )
  if (line.tank_id !== null)
    return (
      <ButtonLink
        to="/tanks/$id"
        params={{ id: String(line.tank_id) }}
        search={{ tab: 'charts', from: 'now-6h', to: 'now' }}
        size="small"
        onClick={onLeave}
        aria-label={t('notifications.centre.chartOf', { name: line.title })}
      >
        {t('alarms.actions.openChart')}
      </ButtonLink>
    )
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

/** Red and amber are for alarms; a test message has no colour. */
function iconColour({ reason, severity }: InboxItem, palette: ThemeTokens['palette']): string {
  if (reason === 'test' || severity === 'info') return palette.textSecondary
  return severity === 'critical' ? palette.error.text : palette.warning.text
}
