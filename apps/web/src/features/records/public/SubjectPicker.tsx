import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAfterPause } from '../../../shared/ui/use-after-pause.ts'
import { tankQueries } from './tanks.queries.ts'
import { terminalQueries } from './terminals.queries.ts'
import { userQueries } from './users.queries.ts'

const LISTED_USERS = 20

interface Props {
  kind: 'iot' | 'tanks' | 'audit'
  id: number | undefined
  label: string
  onPick: (id: number | undefined) => void
}

/** Selects a terminal or tank by a part of its code; for the audit log a user by a part of the name. */
export function SubjectPicker({ kind, id, label, onPick }: Props) {
  const [search, setSearch] = useState('')
  const afterPause = useAfterPause()
  const terminals = useQuery({ ...terminalQueries.options(search), enabled: kind === 'iot' })
  const tanks = useQuery({ ...tankQueries.options(search), enabled: kind === 'tanks' })
  const users = useQuery({
    ...userQueries.list({ ...(search === '' ? {} : { search }), per_page: LISTED_USERS }),
    enabled: kind === 'audit',
  })
  const found =
    kind === 'audit'
      ? (users.data?.data ?? []).map(({ id: user, name }) => ({ id: user, code: name }))
      : kind === 'iot'
        ? terminals.data
        : tanks.data
  const options = (found ?? []).map((each) => ({ id: each.id, label: each.code }))
  const picked = id === undefined ? null : (options.find((each) => each.id === id) ?? { id, label: `#${id}` })
  return (
    <Autocomplete
      size="small"
      options={options}
      getOptionKey={({ id: each }) => each}
      value={picked}
      onChange={(_, option) => onPick(option?.id)}
      onInputChange={(_, text, reason) => reason === 'input' && afterPause(() => setSearch(text.trim()))}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      loading={terminals.isFetching || tanks.isFetching || users.isFetching}
      sx={{ minWidth: 180, flex: { xs: '1 1 180px', sm: '0 1 200px' } }}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  )
}
