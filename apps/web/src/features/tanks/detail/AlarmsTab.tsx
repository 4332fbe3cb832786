import type { Alarm } from '@dalyan/contracts/alarms'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiCheckCircleOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { AlarmHistory } from './AlarmHistory.tsx'
import { AlarmStrip } from './AlarmStrip.tsx'

interface Props {
  tank: Tank
  /** Open, the worst first. */
  alarms: readonly Alarm[]
  onShowChart: (alarm: Alarm) => void
}

/** The tank's open alarms, the worst first, and those that are over. */
export function AlarmsTab({ tank, alarms, onShowChart }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Typography variant="h2" sx={visuallyHidden}>
        {t('alarms.title')}
      </Typography>
      {alarms.length === 0 ? (
        <EmptyState icon={mdiCheckCircleOutline} title={t('alarms.empty.title')} />
      ) : (
        <Box component="ul" sx={{ display: 'grid', gap: 1.5, p: 0, m: 0, listStyle: 'none' }}>
          {alarms.map((alarm) => (
            <li key={alarm.id}>
              <AlarmStrip tank={tank} alarm={alarm} onShowChart={() => onShowChart(alarm)} />
            </li>
          ))}
        </Box>
      )}
      <AlarmHistory tankId={tank.id} onShowChart={onShowChart} />
    </>
  )
}
