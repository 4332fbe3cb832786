import { LEAST_PAIRS, type Scatter } from '@dalyan/contracts/explore'
import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiChartScatterPlot } from '@mdi/js'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import explore from '../../../locales/tr/explore.json' with { type: 'json' }
import { formatStep } from '../../../shared/format/age.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useNarrow } from '../../../shared/list/use-narrow.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import { metricTitle } from '../public/charts/chart-metrics.ts'
import { type ExploreTabProps, ExploreFilters, MetricSelect } from './ExploreFilters.tsx'
import { exploreQueries } from './explore.queries.ts'
import { besideAChart, ExploreState } from './ExploreState.tsx'
import { LagCurve } from './LagCurve.tsx'
import { NumbersTable } from './NumbersTable.tsx'
import { ScatterChart, slopeUnit } from './ScatterChart.tsx'
import { useTanksInView } from './use-tanks-in-view.ts'

addWords({ explore })

/** Two metrics of one tank, or of two, against each other. */
export function RelationTab({ view, show }: ExploreTabProps) {
  const { t } = useTranslation()
  const inView = useTanksInView(view.tanks)
  const ids = inView.ids.slice(0, 2)
  const [tankId, otherId] = ids
  const tanks = useQueries({ queries: ids.map((id) => tankQueries.one(id)) }).map(({ data }) => data)
  const { x, y, lag, range } = view
  const query = useQuery({
    ...exploreQueries.scatter({ tankId: tankId ?? 0, otherId, x, y, lag, range }),
    enabled: tankId !== undefined,
  })
  const names = namesOf(t, view, tanks)
  return (
    <>
      <ExploreFilters view={view} show={show} ids={ids} most={2}>
        <MetricSelect label={t('explore.relation.x')} value={x} onChange={(metric) => show({ x: metric })} />
        <MetricSelect label={t('explore.relation.y')} value={y} onChange={(metric) => show({ y: metric })} />
      </ExploreFilters>
      <ExploreState inView={inView} query={query} height={560}>
        {(scatter) =>
          scatter.n < LEAST_PAIRS ? (
            <EmptyState
              icon={mdiChartScatterPlot}
              title={t('explore.tooFew')}
              body={t('explore.relation.tooFewBody', { n: formatNumber(scatter.n), least: LEAST_PAIRS })}
            />
          ) : (
            <Relation
              scatter={scatter}
              x={x}
              y={y}
              names={names}
              codes={tanks.map((tank) => tank?.code ?? '')}
              isTable={view.look === 'table'}
              onLag={(minutes) => show({ lag: minutes })}
              onPair={(pair) => show(pair)}
            />
          )
        }
      </ExploreState>
    </>
  )
}

interface AxisNames {
  x: string
  y: string
  titles: { x: string; y: string }
}

/** Names of both values; of two tanks each with its tank's code. */
function namesOf(
  t: TFunction,
  { x, y }: ExploreTabProps['view'],
  [tank, other]: readonly (Tank | undefined)[],
): AxisNames {
  const of = (code: string | undefined, text: string) => (other && code ? `${code} · ${text}` : text)
  return {
    x: of(tank?.code, t(`measurements.metrics.${x}`)),
    y: of(other?.code, t(`measurements.metrics.${y}`)),
    titles: { x: of(tank?.code, metricTitle(t, x)), y: of(other?.code, metricTitle(t, y)) },
  }
}

interface RelationProps {
  scatter: Scatter
  x: MetricKey
  y: MetricKey
  names: AxisNames
  codes: readonly string[]
  isTable: boolean
  onLag: (minutes: number) => void
  onPair: (pair: { x: MetricKey; y: MetricKey }) => void
}

function Relation({ scatter, x, y, names, codes, isTable, onLag, onPair }: RelationProps) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const { points } = scatter
  const title = t('explore.relation.title', { x: names.titles.x, y: names.titles.y })
  const sentence = sentenceOf(t, scatter, names)
  const figures = { title, n: formatNumber(scatter.n), r: scatter.r === null ? '–' : formatNumber(scatter.r, 2) }
  const number = (metric: MetricKey, value: number) => formatNumber(value, metricOf(metric).decimals)
  const cell = (metric: MetricKey, value: number | undefined) => (value === undefined ? '' : number(metric, value))
  return (
    <Box sx={besideAChart(380)}>
      {isTable ? (
        <NumbersTable
          label={t('explore.relation.table')}
          columns={[
            t('common.fields.time'),
            `${t('explore.relation.x')}: ${names.titles.x}`,
            `${t('explore.relation.y')}: ${names.titles.y}`,
          ]}
          count={points.times.length}
          row={(i) => [formatDateTime((points.times[i] ?? 0) * 1000), cell(x, points.x[i]), cell(y, points.y[i])]}
        />
      ) : (
        <Paper variant="outlined" sx={{ p: { xs: 1, sm: 1.5 }, minWidth: 0 }}>
          <ScatterChart
            scatter={scatter}
            metrics={{ x, y }}
            titles={names.titles}
            summary={`${t('explore.relation.summary', figures)} ${sentence}`}
            height={isNarrow ? 320 : 520}
          />
          <Quiet small>{drawnText(t, scatter)}</Quiet>
        </Paper>
      )}
      <Box sx={{ display: 'grid', alignContent: 'start', gap: 1.5 }}>
        <Paper variant="outlined" sx={{ p: 2 }}>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, auto)', gap: 1, mb: 1 }}>
            <BigFigure value={figures.r} label={t('explore.relation.r')} />
            <BigFigure value={figures.n} label={t('explore.relation.n')} />
            {scatter.slope !== null && (
              <BigFigure
                value={signed(scatter.slope)}
                label={slopeUnit(x, y, (metric) => t(`measurements.metrics.${metric}`))}
              />
            )}
          </Box>
          <Typography>
            {sentence}{' '}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t('explore.relation.noCause')}
            </Box>
          </Typography>
        </Paper>
        <LagCurve scatter={scatter} name={names.y} onLag={onLag} />
        {scatter.pairs.length > 0 && (
          <PageSection
            title={
              codes.length > 1 ? t('explore.relation.pairsOfTwo') : t('explore.relation.pairs', { code: codes[0] })
            }
            gap={0.5}
          >
            <PairList pairs={scatter.pairs} onPair={onPair} />
          </PageSection>
        )}
      </Box>
    </Box>
  )
}

function BigFigure({ value, label }: { value: string; label: string }) {
  return (
    <Box>
      <Box sx={{ fontSize: '1.625rem', lineHeight: 1.2, fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Box>
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{label}</Box>
    </Box>
  )
}

interface PairListProps {
  pairs: Scatter['pairs']
  onPair: (pair: { x: MetricKey; y: MetricKey }) => void
}

/** The strongest relations; a press shows one. */
function PairList({ pairs, onPair }: PairListProps) {
  const { t } = useTranslation()
  const name = (metric: MetricKey) => t(`measurements.short.${metric}`)
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {pairs.slice(0, MOST_LISTED).map(({ x, y, r }) => (
        <Box component="li" key={`${x} ${y}`} sx={{ borderTop: 1, borderColor: 'divider' }}>
          <Box
            component="button"
            type="button"
            onClick={() => onPair({ x, y })}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) 84px 48px',
              alignItems: 'center',
              gap: 1,
              width: 1,
              minHeight: { xs: 44, md: 32 },
              p: 0,
              border: 0,
              bgcolor: 'transparent',
              color: 'inherit',
              font: 'inherit',
              fontSize: '0.875rem',
              textAlign: 'start',
              cursor: 'pointer',
              '&:hover': { bgcolor: ({ tokens }) => tokens.palette.hoverRow },
            }}
          >
            <span>
              {x === y ? t(`measurements.metrics.${x}`) : t('explore.relation.pairRow', { x: name(x), y: name(y) })}
            </span>
            <CorrelationBar r={r} />
            <Box component="b" sx={{ textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}>
              {formatNumber(r, 2)}
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const MOST_LISTED = 8

/** A bar from the middle: to the right for r above 0, to the left below. */
function CorrelationBar({ r }: { r: number }) {
  const width = Math.max(1, Math.abs(r) * 40)
  return (
    <Box component="svg" aria-hidden width={84} height={12} sx={{ color: 'text.secondary' }}>
      <path d="M42 0v12" stroke="currentColor" />
      <rect x={r < 0 ? 42 - width : 42} y={3} width={width} height={6} fill="currentColor" />
    </Box>
  )
}

/** `Orta düzeyde ilişki: Tank Sıcaklığı arttıkça pH de artıyor.` */
function sentenceOf(t: TFunction, { r }: Pick<Scatter, 'r'>, names: { x: string; y: string }): string {
  const strength = Math.abs(r ?? 0)
  if (strength < 0.2) return t('explore.relation.none')
  const word = strength < 0.4 ? 'weak' : strength < 0.6 ? 'medium' : 'strong'
  const values = { x: names.x, y: names.y }
  return `${t(`explore.relation.${word}`)} ${t((r ?? 0) > 0 ? 'explore.relation.rises' : 'explore.relation.falls', values)}`
}

function drawnText(t: TFunction, { n, step_seconds, points }: Scatter): string {
  const kind =
    step_seconds === 0
      ? t('explore.relation.perReading')
      : t('explore.relation.perBucket', { step: formatStep(step_seconds * 1000) })
  const shown = points.times.length
  if (shown === n) return kind
  return `${kind} ${t('explore.relation.thinned', { n: formatNumber(n), shown: formatNumber(shown) })}`
}

/** A slope with its sign and three significant digits. */
function signed(value: number): string {
  const decimals = value === 0 ? 0 : Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(Math.abs(value)))))
  return `${value > 0 ? '+' : ''}${formatNumber(value, decimals)}`
}
