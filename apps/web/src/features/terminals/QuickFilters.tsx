import type { TerminalListQuery } from '@dalyan/contracts/terminals'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { terminalQueries } from '../records/public/terminals.queries.ts'

interface QuickFilter {
  name: 'offline' | 'unauthorized' | 'unassigned'
  /** The part of the list's state that the filter sets. */
  state: Readonly<Record<string, unknown>>
  query: Partial<TerminalListQuery>
}

/** Devices that wait for authorization. */
export const WAITING: Partial<TerminalListQuery> = { filter_status: ['unauthorized'] }

const QUICK: readonly QuickFilter[] = [
  { name: 'offline', state: { connection: ['offline'] }, query: { filter_connection: ['offline'] } },
  { name: 'unauthorized', state: { status: ['unauthorized'] }, query: WAITING },
  { name: 'unassigned', state: { has_tank: '0' }, query: { filter_has_tank: false } },
]

interface Props {
  state: object
  /** Terminals that wait for authorization, or have no tank, belong to no firm: only administrators see them. */
  isManager: boolean
  onChange: (part: Readonly<Record<string, unknown>>) => void
}

/** One-click filters with their counts: terminals that are silent, that wait, that have no tank. */
export function QuickFilters({ state, isManager, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Box
      role="group"
      aria-label={t('terminals.list.quickFilters')}
      // One line, whose height does not depend on the counts.
      sx={{ display: 'flex', gap: 1, mt: 1.5, overflowX: 'auto', position: 'relative' }}
    >
      {QUICK.filter(({ name }) => isManager || name === 'offline').map((filter) => (
        <QuickChip key={filter.name} filter={filter} state={{ ...state }} onChange={onChange} />
      ))}
    </Box>
  )
}

function QuickChip({
  filter: { name, state: wanted, query },
  state,
  onChange,
}: {
  filter: QuickFilter
  state: Readonly<Record<string, unknown>>
  onChange: Props['onChange']
}) {
  const { t } = useTranslation()
  const { data: count } = useQuery(terminalQueries.count(query))
  const isOn = Object.entries(wanted).every(([field, value]) => String(state[field]) === String(value))
  const off = Object.fromEntries(Object.keys(wanted).map((field) => [field, undefined]))
  const words = t(`terminals.quick.${name}`)
  return (
    <Chip
      component="button"
      clickable
      aria-pressed={isOn}
      color={isOn ? 'primary' : 'default'}
      variant={isOn ? 'filled' : 'outlined'}
      label={count === undefined ? words : `${words} ${count}`}
      onClick={() => onChange(isOn ? off : wanted)}
      sx={{ minHeight: { xs: 44, sm: 36 } }}
    />
  )
}
