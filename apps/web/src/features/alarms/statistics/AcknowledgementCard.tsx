import type { AcknowledgementTimes, AlarmPerformance } from '@dalyan/contracts/alarm-performance'
import { mdiCheckAll } from '@mdi/js'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import { formatLength } from '../../../shared/format/age.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { TitledCard } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { SEVERITY_ICON } from '../public/alarm-look.ts'
import type { Advice } from './performance-advice.ts'
import { AdviceList, Nothing } from './PerformanceLists.tsx'

interface Props {
  performance: AlarmPerformance
  advice: readonly Advice[]
}

/** The time from an alarm to its first acknowledgement by severity, and the alarms without one. */
export function AcknowledgementCard({ performance: { raised, acknowledgements }, advice }: Props) {
  const { t } = useTranslation()
  const title = t('alarmPerformance.acknowledgement.title')
  return (
    <TitledCard icon={mdiCheckAll} title={title}>
      {raised === 0 ? (
        <Nothing>{t('alarmPerformance.frequent.none')}</Nothing>
      ) : (
        <>
          <Table
            size="small"
            aria-label={title}
            sx={{ '& th, & td': { px: { xs: 0.5, sm: 1 } }, '& td': { fontVariantNumeric: 'tabular-nums' } }}
          >
            <TableHead>
              <TableRow>
                <TableCell>{t('alarmPerformance.acknowledgement.severity')}</TableCell>
                <TableCell align="right">{t('alarmPerformance.acknowledgement.median')}</TableCell>
                <TableCell align="right">{t('alarmPerformance.acknowledgement.p90')}</TableCell>
                <TableCell align="right">{t('alarmPerformance.acknowledgement.unacknowledged')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {acknowledgements.map((times) => (
                <SeverityRow key={times.severity} times={times} />
              ))}
            </TableBody>
          </Table>
          <Box sx={{ mt: 1 }}>
            <Quiet small>{t('alarmPerformance.acknowledgement.definition')}</Quiet>
          </Box>
        </>
      )}
      <AdviceList advice={advice} />
    </TitledCard>
  )
}

function SeverityRow({ times }: { times: AcknowledgementTimes }) {
  const { t } = useTranslation()
  const { severity, raised, acknowledged, waiting, median_seconds, p90_seconds } = times
  const length = (seconds: number | null) =>
    seconds === null ? t('alarmPerformance.acknowledgement.noneAcknowledged') : formatLength(seconds * 1000)
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
          <Icon path={SEVERITY_ICON[severity]} sx={{ fontSize: 18 }} />
          {t(`alarms.severity.${severity}`)}
        </Box>
      </TableCell>
      {raised === 0 ? (
        <TableCell colSpan={3} align="right" sx={{ color: 'text.secondary' }}>
          {t('alarmPerformance.acknowledgement.noneRaised')}
        </TableCell>
      ) : (
        <>
          <TableCell align="right">{length(median_seconds)}</TableCell>
          <TableCell align="right">{length(p90_seconds)}</TableCell>
          <TableCell align="right">
            {t('alarmPerformance.acknowledgement.unacknowledgedOf', {
              count: formatNumber(raised - acknowledged),
              raised: formatNumber(raised),
            })}
            {waiting > 0 && (
              <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
                {t('alarmPerformance.acknowledgement.waiting', { count: waiting, n: formatNumber(waiting) })}
              </Box>
            )}
          </TableCell>
        </>
      )}
    </TableRow>
  )
}
