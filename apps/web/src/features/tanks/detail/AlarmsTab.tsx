import type { Alarm } from '@dalyan/contracts/alarms'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiCheckCircleOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { TankAlarmStatistics } from '../../alarms/statistics/TankAlarmStatistics.tsx'
import { foldReturned } from '../../../shared/alarms/fold-returned.ts'
import { AlarmHistory } from './AlarmHistory.tsx'
import { AlarmStrip } from './AlarmStrip.tsx'
import { ReturnedStrips } from './ReturnedStrips.tsx'
import { useTankAlarms } from './use-tank-alarms.ts'

interface Props {
  tank: Tank
  /** Open, the worst first. */
  alarms: readonly Alarm[]
  onShowChart: (alarm: Alarm) => void
}

/** The tank's open alarms, the worst first, those that rest, what the last month was like, and those that are over. */
export function AlarmsTab({ tank, alarms, onShowChart }: Props) {
  const { t } = useTranslation()
  const shelvedId = useId()
  const shelved = useTankAlarms(tank.id, 'shelved')
  return (
    <>
      <Typography variant="h2" sx={visuallyHidden}>
        {t('alarms.title')}
      </Typography>
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

/** Each alarm in a strip; several that have returned in one. */
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
