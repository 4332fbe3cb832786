import type { Alarm } from '@dalyan/contracts/alarms'
import { sideOf } from '@dalyan/contracts/out-of-range'
import type { Tank } from '@dalyan/contracts/tanks'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alarmCondition } from '../../../shared/alarms/alarm-condition.ts'
import { OccurrencesButton } from '../../../shared/alarms/OccurrencesButton.tsx'
import { ALARM_ICON, alarmLook, isWaiting } from '../../../shared/alarms/alarm-look.ts'
import { useNow } from '../../../shared/clock/use-now.ts'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { alarmMutations } from '../../alarms/alarms.queries.ts'
import { alarmDetails, conditionWithValue } from './alarm-words.ts'

interface AlarmStripProps {
  /** Its newest value counts: the alarm itself hears of changes later. */
  tank: Pick<Tank, 'last_measurement'>
  alarm: Alarm
  /** The way to its chart; absent where nothing leads away. */
  onShowChart?: () => void
  /** To be read from afar and pressed with gloves. */
  isLarge?: boolean
}

/** One open alarm: how bad, what, since when, and what to do. */
export function AlarmStrip({ tank, alarm, onShowChart, isLarge = false }: AlarmStripProps) {
  const { t } = useTranslation()
  const user = useUser()
  const show = useSnackbar()
  const cache = useQueryClient()
  const acknowledge = useMutation({
    ...alarmMutations.acknowledge(cache),
    onSuccess: () => show(t('alarms.messages.acked', { count: 1 })),
  })
  const look = alarmLook(alarm)

  return (
    <Box
      data-alarm={alarm.id}
      data-alarm-state={alarm.state}
      sx={({ tokens }) => {
        const { border } = tokens.alarm[look]
        return {
          display: 'flex',
          flexDirection: { xs: 'column', md: 'row' },
          border: `2px ${alarm.state === 'rtn_unack' ? 'dashed' : 'solid'} ${border}`,
          borderRadius: 1,
          bgcolor: 'background.paper',
          overflow: 'hidden',
        }
      }}
    >
      <Box
        sx={({ tokens }) => {
          const { fill, text } = tokens.alarm[look]
          return {
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            px: 1.25,
            py: 1,
            bgcolor: fill,
            color: text,
            fontWeight: 700,
          }
        }}
      >
        <Icon path={ALARM_ICON[look]} sx={{ fontSize: 20 }} />
        {t(`alarms.severity.${alarm.severity}`)}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', md: 'row' },
          alignItems: { md: 'center' },
          gap: '2px 12px',
          px: 1.25,
          py: 1,
          flex: 1,
          minWidth: 0,
        }}
      >
        <Typography sx={{ fontWeight: 700, fontSize: isLarge ? '1.25rem' : undefined }}>
          {alarm.state === 'rtn_unack' ? alarmCondition(t, alarm) : conditionWithValue(t, alarm, valueNow(tank, alarm))}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
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
          justifyContent: 'flex-end',
          alignItems: 'center',
          gap: 1,
          px: 1,
          pb: { xs: 1, md: 0.5 },
          pt: { md: 0.5 },
        }}
      >
        {onShowChart && <Button onClick={onShowChart}>{t('alarms.actions.openChart')}</Button>}
        {isWaiting(alarm) && look !== 'shelved' && may(user, 'alarms.acknowledge') && (
          <WriteButton
            variant="contained"
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate(alarm.id)}
            sx={isLarge ? { minHeight: 56, px: 3, fontSize: '1.125rem' } : {}}
          >
            {t('alarms.actions.ack')}
          </WriteButton>
        )}
      </Box>
    </Box>
  )
}

/** A newer value counts while it is still out on the alarm's side: of two terminals the other may be inside. */
function valueNow(
  { last_measurement }: Pick<Tank, 'last_measurement'>,
  { metric, kind, limit, value }: Alarm,
): number | null {
  const newest = (metric && last_measurement?.[metric]?.value) ?? null
  if (newest === null || limit === null) return value
  const limits = { min: kind === 'low' ? limit : null, max: kind === 'high' ? limit : null }
  return sideOf(newest, limits) === kind ? newest : value
}

/** One that has returned says the tank's newest value, which comes live. */
function withLatest({ last_measurement }: Pick<Tank, 'last_measurement'>, alarm: Alarm): Alarm {
  const newest = alarm.metric && last_measurement?.[alarm.metric]
  if (!newest || (alarm.latest && alarm.latest.measured_at >= newest.measured_at)) return alarm
  return { ...alarm, latest: { value: newest.value, measured_at: newest.measured_at } }
}

/** Apart, because its duration counts every second. */
function Details({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation()
  return alarmDetails(t, alarm, useNow()).join(' · ')
}
