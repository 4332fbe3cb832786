import type { Forewarning } from '@dalyan/contracts/forewarnings'
import { mdiTrendingDown, mdiTrendingUp } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { forewarningText } from './forewarning-words.ts'

interface Props {
  forewarning: Forewarning
  /** Absent where the chart is already on screen. */
  onShowChart?: (() => void) | undefined
}

/** Shows which limit a value will probably cross, when, why, and how often such a forewarning came true. */
export function ForewarningBanner({ forewarning, onShowChart }: Props) {
  const { t } = useTranslation()
  const { metric, kind, made, came_true } = forewarning
  return (
    <Box
      component="section"
      aria-label={t('forewarnings.title')}
      data-forewarning={metric}
      sx={({ tokens: { alarm } }) => ({
        display: 'grid',
        gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) auto' },
        alignItems: 'center',
        gap: '4px 12px',
        px: 1.5,
        py: 1,
        border: `2px dashed ${alarm.warning_unack.border}`,
        borderRadius: 1,
        bgcolor: 'background.paper',
      })}
    >
      <Icon
        path={kind === 'high' ? mdiTrendingUp : mdiTrendingDown}
        sx={({ tokens: { alarm } }) => ({ fontSize: 28, color: alarm.warning_ack.text })}
      />
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 700 }}>
          <Sentence forewarning={forewarning} />
        </Box>
        <Quiet small>
          {reasonText(t, forewarning)} {t('forewarnings.record', { made, came_true })}
        </Quiet>
      </Box>
      {onShowChart && (
        <Button onClick={onShowChart} sx={{ minHeight: 44, gridColumn: { xs: 2, sm: 'auto' }, justifySelf: 'start' }}>
          {t('forewarnings.showChart')}
        </Button>
      )}
    </Box>
  )
}

/** Is a component of its own, because the time changes every second. */
function Sentence({ forewarning }: Pick<Props, 'forewarning'>) {
  const { t } = useTranslation()
  return useFromNow((now) => forewarningText(t, forewarning, now))
}

/** The trend of the difference to the usual course, where it is large enough to be shown; otherwise the days before are the reason. */
function reasonText(t: TFunction, { metric, trend_per_hour: trend }: Forewarning): string {
  const change = formatMetric(metric, Math.abs(trend))
  if (!/[1-9]/.test(change)) return t('forewarnings.pattern')
  return t('forewarnings.trend', { change: `${trend > 0 ? '+' : '−'}${change}` })
}
