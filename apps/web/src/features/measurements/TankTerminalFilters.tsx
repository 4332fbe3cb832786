import { MOST_COMPARED } from '@dalyan/contracts/measurements'
import type { Tank } from '@dalyan/contracts/tanks'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type HTMLAttributes, type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { useAfterPause } from '../../shared/ui/use-after-pause.ts'
import { tankQueries } from '../records/public/tanks.queries.ts'
import { terminalQueries } from '../records/public/terminals.queries.ts'
import { measurementQueries } from './public/measurements.queries.ts'

interface TanksFilterProps {
  ids: readonly number[]
  onPick: (ids: number[]) => void
  /** The greatest number of tanks; with fewer than the default, another tank replaces the one chosen first. */
  most?: number
}

interface Option {
  id: number
  code: string
  name: string
}

/** Selects tanks, which the server finds by code or name. */
export function TanksFilter({ ids, onPick, most = MOST_COMPARED }: TanksFilterProps) {
  const { t } = useTranslation()
  const { isOpen, search, field } = useServerSearch()
  const found = useQuery({ ...tankQueries.options(search), enabled: isOpen })
  const isNarrow = useNarrow()
  const isFull = most === MOST_COMPARED && ids.length >= most
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
      {...field}
      multiple
      options={found.data ?? []}
      value={picked}
      onChange={(_, options) => onPick(options.map(({ id }) => id).slice(-most))}
      disableCloseOnSelect={most > 1}
      filterOptions={(options) => options}
      filterSelectedOptions
      getOptionDisabled={() => isFull}
      getOptionLabel={({ code }) => code}
      loading={found.isFetching}
      sx={{
        flex: isNarrow ? '1 1 130px' : '1 1 260px',
        minWidth: 0,
        maxWidth: { sm: 420 },
        // On a phone the field stays one line high until it is used.
        ...(isNarrow && { '& .MuiInputBase-root:not(.Mui-focused)': { flexWrap: 'nowrap', input: { minWidth: 0 } } }),
      }}
      {...(isNarrow && { limitTags: 1, forcePopupIcon: false })}
      renderOption={({ key, ...props }, option) => (
        <OptionLine key={key} {...props} note={option.name}>
          <b lang="en">{option.code}</b>
        </OptionLine>
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

interface TerminalFilterProps {
  /** Offers the terminals of this tank; null: all, which the server finds. */
  tank: Tank | null
  id: number | undefined
  onPick: (id: number | undefined) => void
}

/** Selects one terminal; for a tank, one that is on it or that sent readings of it before. */
export function TerminalFilter({ tank, id, onPick }: TerminalFilterProps) {
  const { t } = useTranslation()
  const { isOpen, search, field } = useServerSearch()
  const found = useQuery({ ...terminalQueries.options(search), enabled: tank === null && (isOpen || id !== undefined) })
  const isHere = tank?.iots.some((each) => each.id === id)
  const sources = useQuery({
    ...measurementQueries.sources(tank?.id ?? 0),
    enabled: tank !== null && (isOpen || (id !== undefined && !isHere)),
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
      {...field}
      options={options}
      value={picked}
      onChange={(_, option) => onPick(option?.id)}
      loading={found.isFetching || sources.isFetching}
      sx={{ flex: { xs: '1 1 140px', sm: '0 1 190px' } }}
      renderOption={({ key, ...props }, option) => (
        <OptionLine key={key} {...props} note={option.isFormer && t('measurements.filters.formerTerminal')}>
          {option.label}
        </OptionLine>
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

/** What both fields have in common: the server finds options by the typed text, once the user pauses. */
function useServerSearch() {
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const afterPause = useAfterPause()
  const field = {
    size: 'small',
    open: isOpen,
    onOpen: () => setIsOpen(true),
    onClose: () => setIsOpen(false),
    onInputChange: (_event: unknown, text: string, reason: string) => {
      afterPause(() => setSearch(reason === 'input' ? text.trim() : ''))
    },
    getOptionKey: (option: { id: number }) => option.id,
    isOptionEqualToValue: (option: { id: number }, value: { id: number }) => option.id === value.id,
  } as const
  return { isOpen, search, field }
}

function OptionLine({ note, children, ...props }: HTMLAttributes<HTMLLIElement> & { note: ReactNode }) {
  return (
    <Box component="li" {...props} sx={{ display: 'block !important' }}>
      {children}
      {note && <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{note}</Box>}
    </Box>
  )
}
