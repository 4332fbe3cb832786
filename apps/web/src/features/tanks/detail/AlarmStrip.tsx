import { isOfLimit } from '@dalyan/contracts/alarm-words'
import type { Alarm } from '@dalyan/contracts/alarms'
import { sideOf } from '@dalyan/contracts/out-of-range'
import type { Tank } from '@dalyan/contracts/tanks'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { formatDate, formatDateTime, formatTime } from '../../../shared/format/date-time.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { alarmDuration, alarmState, returnedText } from '../../alarms/public/alarm-facts.ts'
import { alarmCondition, ALARM_ICON, alarmLook, isWaiting } from '../../alarms/public/alarm-look.ts'
import { alarmMutations } from '../../alarms/public/alarms.queries.ts'
import { OccurrencesButton } from '../../alarms/public/OccurrencesButton.tsx'

interface AlarmStripProps {
  /** Its newest value is shown: the alarm itself changes later. */
  tank: Pick<Tank, 'last_measurement'>
  alarm: Alarm
  /** Absent where the strip must not lead to another page. */
  onShowChart?: () => void
  /** Stands behind the other actions, on a phone below them. */
  more?: ReactNode
  /** To be read from some metres away and pressed with gloves. */
  isLarge?: boolean
}

/** One open alarm: severity, condition, duration and actions. */
export function AlarmStrip({ tank, alarm, onShowChart, more, isLarge = false }: AlarmStripProps) {
  const { t } = useTranslation()
  const user = useUser()
  const show = useSnackbar()
  const cache = useQueryClient()
  const acknowledge = useMutation({
    ...alarmMutations.acknowledge(cache),
    onSuccess: () => show(t('alarms.messages.acked', { count: 1 })),
  })
  const look = alarmLook(alarm)
  // On a phone a single action stands beside the text, where it costs no height; two would leave the text too narrow.
  const isBelow = onShowChart !== undefined
  const { border, fill, text } = useTheme().tokens.alarm[look]

  return (
    <Box
      data-alarm={alarm.id}
      data-alarm-state={alarm.state}
      sx={{
        display: 'flex',
        border: `2px ${alarm.state === 'rtn_unack' ? 'dashed' : 'solid'} ${border}`,
        borderRadius: 1,
        bgcolor: 'background.paper',
        overflow: 'hidden',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: { xs: 0.75, md: 1.25 },
          py: 1,
          bgcolor: fill,
          color: text,
          fontWeight: 700,
        }}
      >
        <Icon path={ALARM_ICON[look]} sx={{ fontSize: 20 }} />
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
          {t(`alarms.severity.${alarm.severity}`)}
        </Box>
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: isBelow ? 'column' : 'row', md: 'row' },
          gap: { xs: 0.75, md: 1.25 },
          px: { xs: 1, md: 1.25 },
          py: { xs: 0.75, md: 0.5 },
          flex: 1,
          minWidth: 0,
        }}
      >
        <Box
          sx={{
            display: 'flex',
            flexDirection: { xs: 'column', md: 'row' },
            alignItems: { md: 'center' },
            gap: '0 12px',
            flex: 1,
            minWidth: 0,
          }}
        >
          <Typography sx={{ fontWeight: 700, fontSize: isLarge ? '1.25rem' : undefined }}>
            {alarm.state === 'rtn_unack'
              ? alarmCondition(t, alarm)
              : conditionWithValue(t, alarm, valueNow(tank, alarm))}
          </Typography>
          <Typography
            variant="body2"
            sx={{
              color: 'text.secondary',
              // What does not fit on a phone is in the tab of the alarms.
              ...(isLarge ? {} : { display: { xs: '-webkit-box', md: 'block' } }),
              overflow: 'hidden',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: 3,
            }}
          >
            <Box component="b" sx={{ display: { md: 'none' } }}>
              {t(`alarms.severity.${alarm.severity}`)}
              {' · '}
            </Box>
            <Details alarm={withLatest(tank, alarm)} />
          </Typography>
          {alarm.occurrences > 1 && <OccurrencesButton alarm={alarm} />}
          {acknowledge.error && (
            <Alert severity="error" sx={{ py: 0 }}>
              {t('alarms.messages.ackFailed')}: {acknowledge.error.message}
            </Alert>
          )}
        </Box>
        <Box
          sx={{
            display: 'flex',
            flexDirection: { xs: isBelow ? 'row' : 'column', md: 'row' },
            flexWrap: 'wrap',
            justifyContent: 'center',
            alignItems: 'center',
            gap: 1,
            '&:empty': { display: 'none' },
            '& .MuiButton-root': isLarge
              ? { minHeight: 56, px: 3, fontSize: '1.125rem' }
              : {
                  minHeight: { xs: 44, md: 36 },
                  px: { xs: 1, md: 2 },
                  flex: { xs: isBelow ? '1 1 auto' : 'none', md: 'none' },
                },
          }}
        >
          {isWaiting(alarm) && look !== 'shelved' && may(user, 'alarms.acknowledge') && (
            <WriteButton
              variant="contained"
              loading={acknowledge.isPending}
              onClick={() => acknowledge.mutate(alarm.id)}
            >
              {t('alarms.actions.ack')}
            </WriteButton>
          )}
          {onShowChart && <Button onClick={onShowChart}>{t('alarms.actions.openChart')}</Button>}
          {more}
        </Box>
      </Box>
    </Box>
  )
}

/** The tank's newest value if it is out of range on the alarm's side: another terminal may have sent a newer one that is inside. */
function valueNow(
  { last_measurement }: Pick<Tank, 'last_measurement'>,
  { metric, kind, limit, value }: Alarm,
): number | null {
  const newest = (metric && last_measurement?.[metric]?.value) ?? null
  if (newest === null || limit === null) return value
  const limits = { min: kind === 'low' ? limit : null, max: kind === 'high' ? limit : null }
  return sideOf(newest, limits) === kind ? newest : value
}

/** A returned alarm shows the tank's newest value, which live messages bring. */
function withLatest({ last_measurement }: Pick<Tank, 'last_measurement'>, alarm: Alarm): Alarm {
  const newest = alarm.metric && last_measurement?.[alarm.metric]
  if (!newest || (alarm.latest && alarm.latest.measured_at >= newest.measured_at)) return alarm
  return { ...alarm, latest: { value: newest.value, measured_at: newest.measured_at } }
}

/** A component of its own, because the duration changes every second. */
function Details({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation()
  return useFromNow((now) => alarmDetails(t, alarm, now).join(' · '))
}

/** The condition with its value: `pH yüksek: 8,59`, `T-0214 veri göndermiyor`. @param value the newest value out of range, in the metric's unit */
function conditionWithValue(t: TFunction, alarm: Alarm, value: number | null): string {
  const condition = alarmCondition(t, alarm)
  return alarm.kind !== 'silent' && alarm.kind !== 'out_of_water' && alarm.metric && value !== null
    ? t('tanks.detail.alarmStrip', { condition, value: formatMetric(alarm.metric, value) })
    : condition
}

/**
 * The limit, the duration and the state: `üst sınır 8,30 · 13:52 saatinden beri (38 dk) · Aktif, onay bekliyor`; of a returned alarm its worst value.
 * @param now epoch milliseconds
 */
function alarmDetails(t: TFunction, alarm: Alarm, now: number): string[] {
  const { state, acknowledged_by, shelved_until, cleared_at } = alarm
  return [
    ...(cleared_at === null ? activeText(t, alarm, now) : [returnedText(t, alarm, now)]),
    ...(shelved_until !== null && Date.parse(shelved_until) > now
      ? [t('tanks.shelvedAlarms.until', { time: formatDateTime(shelved_until) })]
      : []),
    alarmState(t, alarm),
    ...(state === 'active_ack' && acknowledged_by ? [`${t('alarms.fields.ackBy')}: ${acknowledged_by.name}`] : []),
  ]
}

function activeText(t: TFunction, alarm: Alarm, now: number): string[] {
  const { out_since } = alarm
  const limit = limitText(t, alarm)
  const words = { time: formatTime(out_since), duration: alarmDuration(alarm, now) }
  const isToday = formatDate(out_since) === formatDate(now)
  return [
    ...(limit ? [limit] : []),
    isToday ? t('tanks.detail.since', words) : t('tanks.detail.sinceDay', { ...words, day: formatDate(out_since) }),
  ]
}

/** `üst sınır 8,30`; null: the alarm has no limit. */
function limitText(t: TFunction, { metric, kind, limit }: Alarm): string | null {
  if (!metric || limit === null || !isOfLimit(kind)) return null
  const value = formatMetric(metric, limit)
  return t(kind === 'high' ? 'tanks.detail.upperLimit' : 'tanks.detail.lowerLimit', { value })
}
