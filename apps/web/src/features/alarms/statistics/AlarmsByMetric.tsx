import type { AlarmsOfMetric } from '@dalyan/contracts/alarm-statistics'
import { mdiGauge } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatLength } from '../../../shared/format/age.ts'
import { TitledCard } from '../../../shared/ui/TitledCard.tsx'
import type { AlarmSearch } from '../alarm-search.ts'
import { AlarmsLink } from './AlarmsLink.tsx'

interface Props {
  metrics: readonly AlarmsOfMetric[]
  of: Pick<AlarmSearch, 'tank' | 'firm'>
  window: Pick<AlarmSearch, 'from' | 'to'>
}

/** Alarms and time in alarm of each metric, most alarms first. */
export function AlarmsByMetric({ metrics, of, window }: Props) {
  const { t } = useTranslation()
  const most = Math.max(1, ...metrics.map(({ raised }) => raised))
  return (
    <TitledCard icon={mdiGauge} title={t('alarmStatistics.metrics')}>
      {metrics.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t('alarmStatistics.noAlarms')}</Typography>
      )}
      <Box component="ol" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {metrics.map(({ metric, raised, out_seconds }) => (
          <li key={metric}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 1 }}>
              <AlarmsLink
                to="/alarms"
                search={{ tab: 'history', ...of, ...window, ...(metric === null ? {} : { metric: [metric] }) }}
              >
                {metric === null ? t('alarmStatistics.silence') : t(`measurements.metrics.${metric}`)}
              </AlarmsLink>
              <Box component="span" sx={{ fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
                <b>{t('alarmStatistics.count', { count: raised })}</b>
                {out_seconds > 0 && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {' · '}
                    {t('alarmStatistics.outFor', { time: formatLength(out_seconds * 1000) })}
                  </Box>
                )}
              </Box>
            </Box>
            <Box
              aria-hidden
              sx={({ tokens: { palette } }) => ({
                height: 6,
                mt: 0.25,
                borderRadius: 1,
                width: `${(raised / most) * 100}%`,
                minWidth: raised > 0 ? 4 : 0,
                bgcolor: palette.primary.text,
              })}
            />
          </li>
        ))}
      </Box>
    </TitledCard>
  )
}
