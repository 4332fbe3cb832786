import { alarmLinksApi, type LinkedAlarm } from '@dalyan/contracts/notifications'
import { mdiChartLine, mdiCheckCircle } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { sessionToken } from '../../../shared/api/session-token.ts'
import { useNow } from '../../../shared/clock/use-now.ts'
import { formatDateTime, formatTime } from '../../../shared/format/date-time.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { RecordFields } from '../../../shared/ui/RecordFields.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { alarmName, chartSearch, returnedText, sinceText, stateText } from '../../alarms/public/alarm-facts.ts'
import { alarmCondition, isWaiting } from '../../alarms/public/alarm-look.ts'
import { SeverityMark } from '../../alarms/public/SeverityMark.tsx'
import { rememberStop } from '../../auth/public/stopped-at.ts'

const ButtonLink = createLink(Button)

/** The alarm of a link, and the button that acknowledges it. */
export function LinkedAlarmCard({ token, linked }: { token: string; linked: LinkedAlarm }) {
  const { t } = useTranslation()
  const now = useNow()
  const cache = useQueryClient()
  const { alarm, user, expires_at } = linked
  const { kind, metric, value, limit, occurrence_peak: peak, cleared_at, tank } = alarm
  const isGuest = sessionToken.get() === null
  const acknowledging = useMutation({
    mutationFn: () => call(alarmLinksApi.acknowledge, { body: { token } }),
    onSuccess: (after) => cache.setQueryData(['alarm-link', token], after),
    // The alarm may have closed, or the link expired: the card is outdated.
    onError: () => cache.invalidateQueries({ queryKey: ['alarm-link', token] }),
  })
  return (
    <>
      <SeverityMark alarm={alarm} wide />
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Typography variant="h1">{alarmCondition(t, alarm)}</Typography>
        <Typography sx={{ fontSize: '1.125rem' }}>
          <b lang="en">{tank?.code ?? alarm.iot?.code}</b> {tank?.name}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{stateText(t, alarm, now).join(' · ')}</Typography>
      </Box>
      <RecordFields
        fields={
          cleared_at === null
            ? [
                ...(metric && value !== null
                  ? [{ label: t('notifications.link.value'), value: formatMetric(metric, value) }]
                  : []),
                ...(metric && limit !== null
                  ? [{ label: t('notifications.link.limit'), value: formatMetric(metric, limit) }]
                  : []),
                ...(metric && kind !== 'silent' && peak !== null && peak !== value
                  ? [{ label: t(`notifications.link.peak.${kind}`), value: formatMetric(metric, peak) }]
                  : []),
                { label: t('notifications.link.since'), value: sinceText(t, alarm, now) },
              ]
            : [{ label: t('notifications.link.course'), value: returnedText(t, alarm, now) }]
        }
      />
      {acknowledging.error && <ErrorAlert title={t('alarms.messages.ackFailed')} error={acknowledging.error} />}
      <Box role="status">
        {alarm.acknowledged_at !== null && !isWaiting(alarm) && (
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: '1.125rem' }}>
            <Icon path={mdiCheckCircle} sx={({ tokens: { palette } }) => ({ color: palette.success.text })} />
            <span>
              <b>{t('notifications.link.acked')}</b>
              {' · '}
              {t('notifications.link.ackedBy', {
                name: alarm.acknowledged_by?.name ?? '',
                time: formatDateTime(alarm.acknowledged_at),
              })}
            </span>
          </Box>
        )}
        {alarm.state === 'closed' && <Typography>{t('notifications.link.closed')}</Typography>}
      </Box>
      {isWaiting(alarm) && (
        <>
          <WriteButton
            variant="contained"
            size="large"
            disabled={acknowledging.isPending}
            onClick={() => acknowledging.mutate()}
            sx={{ minHeight: 64, fontSize: '1.25rem' }}
          >
            {t('alarms.actions.ack')}
          </WriteButton>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('notifications.link.as', { name: user.name, time: formatTime(expires_at) })}
          </Typography>
        </>
      )}
      {tank && (
        <Box>
          <ButtonLink
            to="/tanks/$id"
            params={{ id: String(tank.id) }}
            search={chartSearch(alarm, now)}
            variant="outlined"
            size="large"
            fullWidth
            startIcon={<Icon path={mdiChartLine} />}
            onClick={({ currentTarget }) => {
              if (isGuest) rememberStop(currentTarget.getAttribute('href') ?? '/', alarmName(t, alarm))
            }}
          >
            {t('alarms.actions.openChart')}
          </ButtonLink>
          {isGuest && (
            <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
              {t('notifications.link.chartHint')}
            </Typography>
          )}
        </Box>
      )}
    </>
  )
}
