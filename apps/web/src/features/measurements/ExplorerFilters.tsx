import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '../../shared/list/filter-field.ts'
import { FilterDrawer } from '../../shared/list/FilterDrawer.tsx'
import { FilterInput } from '../../shared/list/FilterInput.tsx'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { firmQueries } from '../records/public/firms.queries.ts'
import type { ExplorerView } from './explorer-search.ts'
import { RangeFilter } from './RangeFilter.tsx'
import { TanksFilter } from './TanksFilter.tsx'
import { TerminalFilter } from './TerminalFilter.tsx'
import type { ShowExplorer } from './use-explorer.ts'

interface Props {
  view: ExplorerView
  show: ShowExplorer
  /** The selected tanks, as far as they are loaded. */
  tanks: readonly Tank[]
}

/** Selects the tanks, the terminal, the window and the metrics. */
export const ExplorerFilters = memo(DrawnFilters)

function DrawnFilters({ view, show, tanks }: Props) {
  const narrow = useNarrow()
  const user = useUser()
  const fields = useFields(view)
  const state = {
    metrics: view.metrics.length > 0 ? view.metrics : undefined,
    firm: view.firmId === undefined ? undefined : String(view.firmId),
    out: view.isOnlyOutside ? '1' : undefined,
  }
  const apply = (part: Readonly<Record<string, unknown>>) =>
    show({
      ...('metrics' in part ? { metrics: (part['metrics'] ?? []) as MetricKey[] } : {}),
      ...('firm' in part ? { firmId: part['firm'] === undefined ? undefined : Number(part['firm']) } : {}),
      ...('out' in part ? { isOnlyOutside: part['out'] === '1' } : {}),
    })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1 }}>
      <TanksFilter ids={view.tanks} onPick={(ids) => show({ tanks: ids, terminalId: undefined })} />
      {(view.tanks.length === 1 || (view.tanks.length === 0 && may(user, 'iots.manage'))) && (
        <TerminalFilter
          tank={view.tanks.length === 1 ? (tanks[0] ?? null) : null}
          id={view.terminalId}
          onPick={(terminalId) => show({ terminalId })}
        />
      )}
      <RangeFilter range={view.range} onChange={(range) => show({ range })} />
      {narrow ? (
        <FilterDrawer fields={fields} state={state} narrow onApply={apply} />
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
}

function useFields({ tanks }: ExplorerView): FilterField[] {
  const { t } = useTranslation()
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
      options: SCREEN_ORDER.map((value) => ({ value, label: t(`measurements.metrics.${value}`) })),
    },
    ...(mayFirms ? [firm] : []),
    { kind: 'switch', name: 'out', label: t('measurements.filters.onlyOutOfRange') },
  ]
}
