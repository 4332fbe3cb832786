import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tankQueries } from '../tanks/tanks.queries.ts'
import { terminalQueries } from '../terminals/terminals.queries.ts'

interface Props {
  kind: 'iot' | 'tanks'
  id: number | undefined
  label: string
  onPick: (id: number | undefined) => void
}

/** One terminal or tank out of all, by a part of its code. */
export function SubjectPicker({ kind, id, label, onPick }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const terminals = useQuery({ ...terminalQueries.options(search), enabled: kind === 'iot' })
  const tanks = useQuery({ ...tankQueries.options(search), enabled: kind === 'tanks' })
  const found = kind === 'iot' ? terminals.data : tanks.data
  const options = (found ?? []).map((each) => ({ id: each.id, label: each.code }))
  const picked = id === undefined ? null : (options.find((each) => each.id === id) ?? { id, label: `#${id}` })
  return (
    <Autocomplete
      size="small"
      options={options}
      value={picked}
      onChange={(_, option) => onPick(option?.id)}
      onInputChange={(_, text, reason) => reason === 'input' && setSearch(text.trim())}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      loading={terminals.isFetching || tanks.isFetching}
      loadingText={t('common.states.loading')}
      noOptionsText={t('common.states.noResultsTitle')}
      clearText={t('common.actions.clear')}
      openText={t('common.actions.showList')}
      closeText={t('common.actions.close')}
      sx={{ minWidth: 180, flex: { xs: '1 1 180px', sm: '0 1 200px' } }}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  )
}
