import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetrics } from '../records/public/metrics-in-use.ts'
import { isFollowing, timeSpan, type TimeRange } from '../../shared/charts/time-range.ts'
import { TimeSteps } from '../../shared/charts/TimeSteps.tsx'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatLength } from '../../shared/format/age.ts'
import type { FilterField } from '../../shared/list/filter-field.ts'
import { FilterDrawer } from '../../shared/list/FilterDrawer.tsx'
import { FilterInput } from '../../shared/list/FilterInput.tsx'
import { TimeFilter } from '../../shared/list/TimeFilter.tsx'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { firmQueries } from '../records/public/firms.queries.ts'
import { ZoomButtons } from './ExplorerActions.tsx'
import type { ExplorerView, ShowExplorer } from './explorer-search.ts'
import { TanksFilter, TerminalFilter } from './TankTerminalFilters.tsx'

interface Props {
  view: ExplorerView
  show: ShowExplorer
  /** The selected tanks, as far as they are loaded. */
  tanks: readonly Tank[]
}

/** Selects the tanks, the terminal, the window and the metrics. */
export const ExplorerFilters = memo(function ExplorerFilters({ view, show, tanks }: Props) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const user = useUser()
  const fields = useFields(view)
  const mayTerminal = view.tanks.length === 1 || (view.tanks.length === 0 && may(user, 'iots.manage'))
  const terminalOf = view.tanks.length === 1 ? (tanks[0] ?? null) : null
  const terminal: FilterField = {
    kind: 'own',
    name: 'terminal',
    label: t('measurements.filters.terminal'),
    input: (id, onPick) => (
      <TerminalFilter tank={terminalOf} id={typeof id === 'number' ? id : undefined} onPick={onPick} />
    ),
  }
  const state = {
    terminal: view.terminalId,
    metrics: view.metrics.length > 0 ? view.metrics : undefined,
    firm: view.firmId === undefined ? undefined : String(view.firmId),
    out: view.isOnlyOutside ? '1' : undefined,
  }
  const apply = (part: Readonly<Record<string, unknown>>) =>
    show({
      ...('metrics' in part ? { metrics: (part['metrics'] ?? []) as MetricKey[] } : {}),
      ...('firm' in part ? { firmId: part['firm'] === undefined ? undefined : Number(part['firm']) } : {}),
      ...('terminal' in part ? { terminalId: part['terminal'] as number | undefined } : {}),
      ...('out' in part ? { isOnlyOutside: part['out'] === '1' } : {}),
    })
  const others = [...(mayTerminal ? [terminal] : []), ...fields]
  return (
    <Box data-print="hide" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1 }}>
      <TanksFilter ids={view.tanks} onPick={(ids) => show({ tanks: ids, terminalId: undefined })} />
      {!narrow && mayTerminal && (
        <TerminalFilter tank={terminalOf} id={view.terminalId} onPick={(terminalId) => show({ terminalId })} />
      )}
      <RangeFilter range={view.range} onChange={(range) => show({ range })} />
      {narrow ? (
        <FilterDrawer fields={others} state={state} narrow onApply={apply} />
      ) : (
        fields.map((field) => (
          <FilterInput
            key={field.name}
            field={field}
            value={state[field.name as keyof typeof state]}
            onValue={(value) => apply({ [field.name]: value })}
          />
        ))
      )}
    </Box>
  )
})

function useFields({ tanks }: ExplorerView): FilterField[] {
  const { t } = useTranslation()
  const metrics = useMetrics()
  const mayFirms = may(useUser(), 'firms.manage') && tanks.length === 0
  const firms = useQuery({ ...firmQueries.options(), enabled: mayFirms }).data ?? []
  const firm: FilterField = {
    kind: 'choice',
    name: 'firm',
    label: t('explorer.firm'),
    options: firms.map(({ id, name }) => ({ value: String(id), label: name })),
  }
  return [
    {
      kind: 'words',
      name: 'metrics',
      label: t('measurements.filters.metrics'),
      options: metrics.map((value) => ({ value, label: t(`measurements.metrics.${value}`) })),
    },
    ...(mayFirms ? [firm] : []),
    { kind: 'switch', name: 'out', label: t('measurements.filters.onlyOutOfRange') },
  ]
}

const PRESETS = [
  { from: 'now-1h', label: 'common.time.last1h' },
  { from: 'now-6h', label: 'common.time.last6h' },
  { from: 'now-24h', label: 'common.time.last24h' },
  { from: 'now-7d', label: 'common.time.last7d' },
  { from: 'now-30d', label: 'common.time.last30d' },
  { from: 'now-365d', label: 'explorer.last365d' },
] as const

interface RangeFilterProps {
  range: TimeRange
  onChange: (range: TimeRange) => void
}

/** Sets the window: one that follows the clock, or two typed ends; on a wide screen buttons move it by its width and make it narrower and wider. */
export function RangeFilter({ range, onChange }: RangeFilterProps) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const span = isFollowing(range) ? timeSpan(range, serverNow()) : null
  const field = (
    <TimeFilter
      search={{ from: range.from, to: isFollowing(range) ? undefined : range.to }}
      label={t('measurements.filters.dateRange')}
      presets={PRESETS}
      typedText={span ? t('explorer.lastWidth', { width: formatLength(span.to - span.from) }) : undefined}
      onChange={({ from = range.from, to = 'now' }) => onChange({ from, to })}
      sx={isNarrow ? { flex: '1 1 130px', minWidth: 0 } : { minWidth: 170 }}
    />
  )
  // On a phone the bar below, or a menu, moves the window.
  if (isNarrow) return field
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      {field}
      <TimeSteps range={range} onStep={onChange} />
      <ZoomButtons range={range} onChange={onChange} />
    </Box>
  )
}
