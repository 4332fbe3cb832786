import { SEVERITIES } from '@dalyan/contracts/alarm-words'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMetrics } from '../records/public/metrics-in-use.ts'
import type { FilterField } from '../../shared/list/filter-field.ts'
import { FilterDrawer } from '../../shared/list/FilterDrawer.tsx'
import { FilterInputs } from '../../shared/list/FilterInput.tsx'
import { TimeFilter } from '../../shared/list/TimeFilter.tsx'
import type { ListChange } from '../../shared/list/use-list.ts'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { firmQueries } from '../records/public/firms.queries.ts'
import { SubjectPicker } from '../records/public/SubjectPicker.tsx'
import type { AlarmSearch, AlarmTab } from './alarm-search.ts'

const STATISTICS_PRESETS = [
  { from: 'now-7d', label: 'common.time.last7d' },
  { from: 'now-90d', label: 'alarmPage.last90d' },
] as const

interface Props {
  tab: AlarmTab
  search: AlarmSearch
  onChange: (part: ListChange) => void
}

/** Filters by severity, metric, tank and firm; history and statistics also by time. */
export function AlarmFilters({ tab, search, onChange }: Props) {
  const { t } = useTranslation()
  const metrics = useMetrics()
  const narrow = useNarrow()
  const fields: (FilterField & { name: keyof AlarmSearch })[] = [
    {
      name: 'severity',
      label: t('alarms.fields.severity'),
      kind: 'words',
      options: SEVERITIES.map((value) => ({ value, label: t(`alarms.severity.${value}`) })),
    },
    {
      name: 'metric',
      label: t('alarmPage.fields.metric'),
      kind: 'words',
      options: metrics.map((value) => ({ value, label: t(`measurements.metrics.${value}`) })),
    },
  ]
  const isOfStatistics = tab === 'statistics'
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, flex: '1 1 auto' }}>
      {!isOfStatistics && narrow && <FilterDrawer fields={fields} state={search} narrow onApply={onChange} />}
      {!isOfStatistics && !narrow && <FilterInputs fields={fields} state={search} onChange={onChange} />}
      <SubjectPicker
        kind="tanks"
        label={t('alarmPage.fields.source')}
        id={search.tank}
        onPick={(tank) => onChange({ tank })}
      />
      <FirmFilter firm={search.firm} onPick={(firm) => onChange({ firm })} />
      {(tab === 'history' || isOfStatistics) && (
        <TimeFilter
          search={search}
          allTimes={isOfStatistics ? t('common.time.last30d') : t('alarmPage.allTimes')}
          {...(isOfStatistics ? { presets: STATISTICS_PRESETS } : {})}
          onChange={onChange}
        />
      )}
    </Box>
  )
}

interface FirmFilterProps {
  /** The firm's id. */
  firm: number | undefined
  onPick: (firm: number | undefined) => void
}

const ALL = 'all'

/** Filters by one firm; offered to users of several firms, to others only when the address names a firm, so that they can clear it. */
function FirmFilter({ firm, onPick }: FirmFilterProps) {
  const { t } = useTranslation()
  const user = useUser()
  const mayChoose = may(user, 'firms.manage')
  const firms = useQuery({ ...firmQueries.options(), enabled: mayChoose })
  if (!mayChoose && firm === undefined) return null
  const known = mayChoose ? (firms.data ?? []) : user.firm ? [user.firm] : []
  const isKnown = known.some(({ id }) => id === firm)
  return (
    <TextField
      select
      size="small"
      label={t('alarmPage.fields.firm')}
      value={firm ?? ALL}
      onChange={({ target }) => onPick(target.value === ALL ? undefined : Number(target.value))}
      sx={{ minWidth: { xs: 150, sm: 160 }, maxWidth: { sm: 240 }, flex: { xs: '1 1 150px', sm: '0 1 auto' } }}
    >
      <MenuItem value={ALL}>{t('alarmPage.allFirms')}</MenuItem>
      {firm !== undefined && !isKnown && <MenuItem value={firm}>#{firm}</MenuItem>}
      {known.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
