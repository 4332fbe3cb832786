import { mdiCloseCircle } from '@mdi/js'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { activeFilters, type FilterField, standsInDrawer } from './filter-field.ts'
import { FilterDrawer } from './FilterDrawer.tsx'
import type { ListChange } from './use-list.ts'
import { useNarrow } from './use-narrow.ts'

interface Props {
  /** The fields that the search covers. */
  placeholder: string
  fields: readonly FilterField[]
  list: { state: object; change: (part: ListChange, how?: { replace?: boolean }) => void }
}

/** On a phone the filters stand on a sheet that is opened: their lists of choices are no part of the first load. */
const FilterInput = onDemand(async () => (await import('./FilterInput.tsx')).FilterInput, {
  meanwhile: <Skeleton variant="rounded" width={170} height={40} />,
  mayBeMissing: true,
})

/** Search and filters: side by side, on a phone behind one button; active filters are shown as chips. */
export function ListFilters({ placeholder, fields, list }: Props) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const state: Readonly<Record<string, unknown>> = { ...list.state }
  const drawn = fields.filter((field) => standsInDrawer(field, narrow))
  const beside = fields.filter((field) => !drawn.includes(field))
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <SearchField
        label={t('common.actions.search')}
        placeholder={placeholder}
        value={typeof state['search'] === 'string' ? state['search'] : ''}
        onSearch={(text) => list.change({ search: text }, { replace: true })}
      />
      {beside.map((field) => (
        <FilterInput
          key={field.name}
          field={field}
          value={state[field.name]}
          onValue={(value) => list.change({ [field.name]: value })}
        />
      ))}
      {drawn.length > 0 && <FilterDrawer fields={drawn} state={state} narrow={narrow} onApply={list.change} />}
      {activeFilters(fields, state, narrow).map(({ key, label, without }) => (
        <Chip
          key={key}
          size="small"
          label={label}
          onDelete={() => list.change(without)}
          deleteIcon={<Icon path={mdiCloseCircle} titleAccess={t('common.states.removeFilter', { label })} />}
        />
      ))}
    </Box>
  )
}
