import type { MetricKey } from '@dalyan/contracts/metrics'
import { mdiChartLine, mdiTableLarge } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetrics } from '../../records/public/metrics-in-use.ts'
import { useNarrow } from '../../../shared/list/use-narrow.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { ExplorerMenu } from '../ExplorerActions.tsx'
import type { ExplorerView, ShowExplorer } from '../explorer-search.ts'
import { RangeFilter } from '../ExplorerFilters.tsx'
import { metricTitle } from '../public/charts/chart-metrics.ts'
import { TanksFilter } from '../TankTerminalFilters.tsx'

/** What every view of the explorer but the first gets. */
export interface ExploreTabProps {
  view: ExplorerView
  show: ShowExplorer
}

interface Props extends ExploreTabProps {
  /** The shown tanks, chosen or proposed. */
  ids: readonly number[]
  /** The greatest number of tanks. */
  most: number
  children: ReactNode
}

/** The tanks and the window of a view, its own choices between them, and the switch between picture and table. */
export function ExploreFilters({ view, show, ids, most, children }: Props) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const isTable = view.look === 'table'
  return (
    <Box data-print="hide" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1 }}>
      <TanksFilter ids={ids} onPick={(tanks) => show({ tanks, terminalId: undefined })} most={most} />
      {children}
      <RangeFilter range={view.range} onChange={(range) => show({ range })} />
      {isNarrow ? (
        <ExplorerMenu view={view} show={show} hasSteps />
      ) : (
        <Button
          startIcon={<Icon path={isTable ? mdiChartLine : mdiTableLarge} />}
          onClick={() => show({ look: isTable ? 'both' : 'table' })}
          sx={{ ml: { md: 'auto' }, minHeight: 40 }}
        >
          {isTable ? t('common.aria.showAsChart') : t('common.aria.showAsTable')}
        </Button>
      )}
    </Box>
  )
}

interface MetricSelectProps {
  label: string
  value: MetricKey
  onChange: (metric: MetricKey) => void
}

export function MetricSelect({ label, value, onChange }: MetricSelectProps) {
  const { t } = useTranslation()
  const metrics = useMetrics()
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as MetricKey)}
      sx={{ minWidth: { xs: 0, sm: 150 }, flex: { xs: '1 1 130px', sm: 'none' } }}
    >
      {metrics.map((metric) => (
        <MenuItem key={metric} value={metric}>
          {metricTitle(t, metric)}
        </MenuItem>
      ))}
    </TextField>
  )
}
