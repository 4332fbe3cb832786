import type { Alarm } from '@dalyan/contracts/alarms'
import { mdiCheckCircleOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { AlarmStrip } from './AlarmStrip.tsx'

interface AlarmsTabProps {
  alarms: readonly Alarm[]
  newestOf: (alarm: Alarm) => number | null
  onShowChart: (alarm: Alarm) => void
}

/** The tank's open alarms, the worst first. */
export function AlarmsTab({ alarms, newestOf, onShowChart }: AlarmsTabProps) {
  const { t } = useTranslation()
  if (alarms.length === 0) return <EmptyState icon={mdiCheckCircleOutline} title={t('alarms.empty.title')} />
  return (
    <>
      <Typography variant="h2" sx={visuallyHidden}>
        {t('alarms.title')}
      </Typography>
      <Box component="ul" sx={{ display: 'grid', gap: 1.5, p: 0, m: 0, listStyle: 'none' }}>
        {alarms.map((alarm) => (
          <li key={alarm.id}>
            <AlarmStrip alarm={alarm} newest={newestOf(alarm)} onShowChart={() => onShowChart(alarm)} />
          </li>
        ))}
      </Box>
    </>
  )
}
