import { MOST_COMPARED } from '@dalyan/contracts/measurements'
import type { Tank } from '@dalyan/contracts/tanks'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tankQueries } from '../records/public/tanks.queries.ts'
import { useRestedText } from './use-rested-text.ts'

interface Props {
  ids: readonly number[]
  onPick: (ids: number[]) => void
}

interface Option {
  id: number
  code: string
  name: string
}

/** Selects up to six tanks, which the server finds by code or name. */
export function TanksFilter({ ids, onPick }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useRestedText()
  const found = useQuery({ ...tankQueries.options(search), enabled: open })
  const isFull = ids.length >= MOST_COMPARED
  // `combine` keeps the array's identity while its texts are the same: with another array the field would lose the typed text.
  const picked = useQueries({
    queries: ids.map((id) => tankQueries.one(id)),
    combine: useCallback(
      (tanks: readonly UseQueryResult<Tank>[]) =>
        ids.map((id, i): Option => ({ id, code: tanks[i]?.data?.code ?? `#${id}`, name: tanks[i]?.data?.name ?? '' })),
      [ids],
    ),
  })
  return (
    <Autocomplete<Option, true>
      multiple
      size="small"
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={found.data ?? []}
      value={picked}
      onChange={(_, options) => onPick(options.map(({ id }) => id))}
      onInputChange={(_, text, reason) => setSearch(reason === 'input' ? text : '')}
      filterOptions={(options) => options}
      filterSelectedOptions
      getOptionDisabled={() => isFull}
      getOptionLabel={({ code }) => code}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      loading={found.isFetching}
      loadingText={t('common.states.loading')}
      noOptionsText={t('common.states.noResultsTitle')}
      clearText={t('common.actions.clear')}
      openText={t('common.actions.showList')}
      closeText={t('common.actions.close')}
      sx={{ flex: { xs: '1 1 100%', sm: '1 1 260px' }, maxWidth: { sm: 420 } }}
      renderOption={({ key, ...props }, option) => (
        <Box component="li" key={key} {...props} sx={{ display: 'block !important' }}>
          <b lang="en">{option.code}</b>
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{option.name}</Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('measurements.filters.tank')}
          placeholder={ids.length === 0 ? t('measurements.filters.allTanks') : ''}
          helperText={isFull ? t('measurements.compareHint') : undefined}
        />
      )}
    />
  )
}
