import type { DayPattern } from '@dalyan/contracts/explore'
import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { Limits } from '@dalyan/contracts/out-of-range'
import { mdiChartBellCurve } from '@mdi/js'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import explore from '../../../locales/tr/explore.json' with { type: 'json' }
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { formatDate } from '../../../shared/format/date-time.ts'
import { formatMetric, formatNumber } from '../../../shared/format/number.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useNarrow } from '../../../shared/list/use-narrow.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { limitsOf } from '../../records/public/tank-limits.ts'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import { DayBand } from './DayBand.tsx'
import { quarterTime } from './day-quarters.ts'
import { exploreQueries } from './explore.queries.ts'
import { type ExploreTabProps, ExploreFilters, MetricSelect } from './ExploreFilters.tsx'
import { besideAChart, ExploreState } from './ExploreState.tsx'
import { HeatMap } from './HeatMap.tsx'
import { NumbersTable } from './NumbersTable.tsx'
import { useTanksInView } from './use-tanks-in-view.ts'

addWords({ explore })

/** A pattern of fewer days is named as uncertain. */
const RELIABLE_DAYS = 7

/** How one metric of one tank runs over the day. */
export function PatternTab({ view, show }: ExploreTabProps) {
  const { t } = useTranslation()
  const inView = useTanksInView(view.tanks)
  const [tankId] = inView.ids
  const tank = useQuery({ ...tankQueries.one(tankId ?? 0), enabled: tankId !== undefined }).data
  const { x: metric, range } = view
  const query = useQuery({
    ...exploreQueries.dayPattern(tankId ?? 0, metric, range),
    enabled: tankId !== undefined,
  })
  return (
    <>
      <ExploreFilters view={view} show={show} ids={inView.ids.slice(0, 1)} most={1}>
        <MetricSelect label={t('explore.metric')} value={metric} onChange={(next) => show({ x: next })} />
      </ExploreFilters>
      <ExploreState inView={inView} query={query} height={480}>
        {(pattern) =>
          pattern.days === 0 ? (
            <EmptyState icon={mdiChartBellCurve} title={t('explore.noValues')} body={t('explore.noValuesBody')} />
          ) : (
            <Pattern
              pattern={pattern}
              metric={metric}
              code={tank?.code ?? ''}
              limits={limitsOf(tank, metric)}
              isTable={view.look === 'table'}
            />
          )
        }
      </ExploreState>
    </>
  )
}

interface PatternProps {
  pattern: DayPattern
  metric: MetricKey
  code: string
  limits: Limits | null
  isTable: boolean
}

function Pattern({ pattern, metric, code, limits, isTable }: PatternProps) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const [chosen, setChosen] = useState(0)
  const { band, recent, days } = pattern
  const day = recent[chosen] ?? recent[0]
  const dayName = day ? dayText(t, day.date) : ''
  const number = (value: number | undefined) =>
    value === undefined ? t('common.fields.none') : formatNumber(value, metricOf(metric).decimals)
  const sentences = [
    ...(days < RELIABLE_DAYS ? [t('explore.pattern.fewDays', { days })] : []),
    swingText(t, metric, band),
    ...(day ? [nowText(t, metric, band, day, dayName)] : []),
  ]
  const summary = t('explore.pattern.summary', { metric: t(`measurements.metrics.${metric}`), code, days })
  return (
    <Box sx={besideAChart(500)}>
      <Paper variant="outlined" sx={{ p: { xs: 1, sm: 1.5 }, minWidth: 0 }}>
        {recent.length > 1 && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={chosen}
            onChange={(_, next: number | null) => next !== null && setChosen(next)}
            aria-label={t('explore.pattern.line')}
            data-print="hide"
            sx={{ mb: 1 }}
          >
            {recent.map(({ date }, i) => (
              <ToggleButton key={date} value={i} sx={{ px: 1.5, minHeight: { xs: 44, md: 36 } }}>
                {dayText(t, date)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
        {isTable ? (
          <NumbersTable
            label={t('explore.pattern.table')}
            columns={[t('explore.pattern.time'), 'p10', 'p25', t('explore.pattern.median'), 'p75', 'p90', dayName]}
            count={band.quarters.length}
            row={(i) => [
              quarterTime(band.quarters[i] ?? 0),
              ...[band.p10, band.p25, band.p50, band.p75, band.p90].map((column) => number(column[i])),
              number(day?.values[day.quarters.indexOf(band.quarters[i] ?? -1)]),
            ]}
          />
        ) : (
          <DayBand
            band={band}
            day={day}
            dayName={dayName}
            metric={metric}
            limits={limits}
            summary={[summary, ...sentences].join(' ')}
            height={isNarrow ? 300 : 440}
          />
        )}
        <Box sx={{ mt: 1 }}>
          <Quiet small>{sentences.join(' ')}</Quiet>
        </Box>
      </Paper>
      <HeatMap heat={pattern.heat} metric={metric} />
    </Box>
  )
}

/** `Bugün`, `Dün`, or the date. */
function dayText(t: TFunction, date: string): string {
  const text = formatDate(Date.parse(`${date}T12:00:00Z`))
  const now = serverNow()
  if (text === formatDate(now)) return t('explore.pattern.today')
  return text === formatDate(now - 86_400_000) ? t('explore.pattern.yesterday') : text
}

/** When the median is highest and lowest. */
function swingText(t: TFunction, metric: MetricKey, { quarters, p50 }: DayPattern['band']): string {
  const high = p50.indexOf(Math.max(...p50))
  const low = p50.indexOf(Math.min(...p50))
  return t('explore.pattern.swing', {
    highTime: quarterTime(quarters[high] ?? 0),
    high: formatMetric(metric, p50[high] ?? 0),
    lowTime: quarterTime(quarters[low] ?? 0),
    low: formatMetric(metric, p50[low] ?? 0),
  })
}

/** Whether the newest value of a day is usual at its hour. */
function nowText(
  t: TFunction,
  metric: MetricKey,
  band: DayPattern['band'],
  { quarters, values }: DayPattern['recent'][number],
  day: string,
): string {
  const [quarter = 0, value = 0] = [quarters.at(-1), values.at(-1)]
  const i = band.quarters.indexOf(quarter)
  const words = { day, time: quarterTime(quarter), value: formatMetric(metric, value) }
  if (value < (band.p10[i] ?? -Infinity)) return t('explore.pattern.nowLow', words)
  if (value > (band.p90[i] ?? Infinity)) return t('explore.pattern.nowHigh', words)
  return t('explore.pattern.nowUsual', words)
}
