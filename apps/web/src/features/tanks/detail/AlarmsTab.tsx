import type { Alarm } from '@dalyan/contracts/alarms'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiCheckCircleOutline, mdiRestore } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { HiddenHeading } from '../../../shared/ui/HiddenHeading.tsx'
import { returnedTogetherText, foldReturned } from '../../alarms/public/alarm-facts.ts'
import { alarmMutations } from '../../alarms/public/alarms.queries.ts'
import { TankAlarmStatistics } from '../../alarms/public/TankAlarmStatistics.tsx'
import { AlarmHistory } from './AlarmHistory.tsx'
import { AlarmStrip } from './AlarmStrip.tsx'
import { useTankAlarms } from './use-tank-alarms.ts'

interface Props {
  tank: Tank
  /** The open ones, the worst first. */
  alarms: readonly Alarm[]
  onShowChart: (alarm: Alarm) => void
}

/** The tank's open alarms, the worst first, its shelved alarms, its statistics of the last month, and its closed alarms. */
export function AlarmsTab({ tank, alarms, onShowChart }: Props) {
  const { t } = useTranslation()
  const shelvedId = useId()
  const shelved = useTankAlarms(tank.id, 'shelved')
  return (
    <>
      <HiddenHeading>{t('alarms.title')}</HiddenHeading>
      {alarms.length === 0 ? (
        <EmptyState icon={mdiCheckCircleOutline} title={t('alarms.empty.title')} />
      ) : (
        <Strips tank={tank} alarms={alarms} onShowChart={onShowChart} />
      )}
      {shelved.length > 0 && (
        <Box component="section" aria-labelledby={shelvedId} sx={{ mt: 3 }}>
          <Typography variant="h2" component="h3" id={shelvedId} sx={{ mb: 1 }}>
            {t('tanks.shelvedAlarms.title')} ({shelved.length})
          </Typography>
          <Strips tank={tank} alarms={shelved} onShowChart={onShowChart} />
        </Box>
      )}
      <TankAlarmStatistics tankId={tank.id} />
      <AlarmHistory tankId={tank.id} onShowChart={onShowChart} />
    </>
  )
}

/** Each alarm in a strip; several that have returned share one. */
function Strips({ tank, alarms, onShowChart }: Props) {
  const strip = (alarm: Alarm) => <AlarmStrip tank={tank} alarm={alarm} onShowChart={() => onShowChart(alarm)} />
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1.5, p: 0, m: 0, listStyle: 'none' }}>
      {foldReturned(alarms).map((entry) =>
        'alarm' in entry ? (
          <li key={entry.alarm.id}>{strip(entry.alarm)}</li>
        ) : (
          <li key="returned">
            <ReturnedStrips alarms={entry.returned} strip={strip} />
          </li>
        ),
      )}
    </Box>
  )
}

interface ReturnedStripsProps {
  alarms: readonly Alarm[]
  strip: (alarm: Alarm) => ReactNode
}

/** The alarms that have returned, in one line with one acknowledgement for all; the user can show each in its own strip. */
function ReturnedStrips({ alarms, strip }: ReturnedStripsProps) {
  const { t } = useTranslation()
  const summary = useFromNow((now) => returnedTogetherText(t, alarms, now))
  const user = useUser()
  const show = useSnackbar()
  const [isOpen, setIsOpen] = useState(false)
  const acknowledge = useMutation({
    ...alarmMutations.acknowledgeMany(useQueryClient()),
    onSuccess: ({ data }) => show(t('alarms.messages.acked', { count: data.length })),
  })
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box
        sx={({ tokens }) => ({
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '4px 12px',
          px: 1.25,
          py: 1,
          border: `2px dashed ${tokens.alarm.rtn_unack.border}`,
          borderRadius: 1,
          bgcolor: 'background.paper',
        })}
      >
        <Icon path={mdiRestore} sx={{ color: 'text.secondary' }} />
        <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <b>{t('alarms.returned', { count: alarms.length })}</b>
          <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{summary}</Box>
        </Box>
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'alarms.actions.hide' : 'alarms.actions.show')}
        </Button>
        {may(user, 'alarms.acknowledge') && (
          <WriteButton
            variant="contained"
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ ids: alarms.map(({ id }) => id), note: null })}
          >
            {t('alarms.actions.ackAll', { count: alarms.length })}
          </WriteButton>
        )}
      </Box>
      {acknowledge.error && <ErrorAlert title={t('alarms.messages.ackFailed')} error={acknowledge.error} />}
      {isOpen && alarms.map((alarm) => <div key={alarm.id}>{strip(alarm)}</div>)}
    </Box>
  )
}
