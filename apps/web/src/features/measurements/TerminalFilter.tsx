import type { Tank } from '@dalyan/contracts/tanks'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { terminalQueries } from '../records/public/terminals.queries.ts'
import { explorerQueries } from './public/explorer.queries.ts'
import { useRestedText } from './use-rested-text.ts'

interface Props {
  /** Offers the terminals of this tank; null: all, which the server finds. */
  tank: Tank | null
  id: number | undefined
  onPick: (id: number | undefined) => void
}

/** Selects one terminal; for a tank, one that is on it or that sent readings of it before. */
export function TerminalFilter({ tank, id, onPick }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useRestedText()
  const found = useQuery({ ...terminalQueries.options(search), enabled: tank === null && (open || id !== undefined) })
  const isHere = tank?.iots.some((each) => each.id === id)
  const sources = useQuery({
    ...explorerQueries.sources(tank?.id ?? 0),
    enabled: tank !== null && (open || (id !== undefined && !isHere)),
  })
  const former = (tank ? (sources.data ?? []) : []).filter(({ is_on_tank }) => !is_on_tank)
  const options = [
    ...(tank?.iots ?? found.data ?? []).map((each) => ({ id: each.id, label: each.code, isFormer: false })),
    ...former.map((each) => ({ id: each.id, label: each.code, isFormer: true })),
  ]
  const label = options.find((each) => each.id === id)?.label ?? `#${id}`
  // Keeps its identity while its text is the same: with another object the field would lose the typed text.
  const picked = useMemo(() => (id === undefined ? null : { id, label, isFormer: false }), [id, label])
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
      loading={found.isFetching || sources.isFetching}
      loadingText={t('common.states.loading')}
      noOptionsText={t('common.states.noResultsTitle')}
      clearText={t('common.actions.clear')}
      openText={t('common.actions.showList')}
      closeText={t('common.actions.close')}
      sx={{ flex: { xs: '1 1 140px', sm: '0 1 190px' } }}
      renderOption={({ key, ...props }, option) => (
        <Box component="li" key={key} {...props} sx={{ display: 'block !important' }}>
          {option.label}
          {option.isFormer && (
            <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
              {t('measurements.filters.formerTerminal')}
            </Box>
          )}
        </Box>
      )}
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
