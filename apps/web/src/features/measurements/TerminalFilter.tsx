import type { Tank } from '@dalyan/contracts/tanks'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { terminalQueries } from '../terminals/terminals.queries.ts'
import { useRestedText } from './use-rested-text.ts'

interface Props {
  /** Whose terminals are offered; null: all, found on the server. */
  tank: Tank | null
  id: number | undefined
  onPick: (id: number | undefined) => void
}

/** One terminal, of the tank if one is chosen. */
export function TerminalFilter({ tank, id, onPick }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useRestedText()
  const found = useQuery({ ...terminalQueries.options(search), enabled: tank === null && (open || id !== undefined) })
  const options = (tank?.iots ?? found.data ?? []).map((each) => ({ id: each.id, label: each.code }))
  const label = options.find((each) => each.id === id)?.label ?? `#${id}`
  // The same while its text is: the field forgets what is typed whenever it is given another one.
  const picked = useMemo(() => (id === undefined ? null : { id, label }), [id, label])
  return (
    <Autocomplete
      size="small"
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={options}
      value={picked}
      onChange={(_, option) => onPick(option?.id)}
      onInputChange={(_, text, reason) => setSearch(reason === 'input' ? text : '')}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      loading={found.isFetching}
      loadingText={t('common.states.loading')}
      noOptionsText={t('common.states.noResultsTitle')}
      clearText={t('common.actions.clear')}
      openText={t('common.actions.showList')}
      closeText={t('common.actions.close')}
      sx={{ flex: { xs: '1 1 140px', sm: '0 1 190px' } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('measurements.filters.terminal')}
          placeholder={id === undefined ? t('measurements.filters.allTerminals') : ''}
        />
      )}
    />
  )
}
