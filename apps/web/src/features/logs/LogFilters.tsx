import { AUDIT_TARGETS, LOG_STATUSES, SERVER_LOG_LEVELS } from '@dalyan/contracts/log-words'
import { AUDIT_EVENTS, TANK_LOG_EVENTS, TERMINAL_LOG_EVENTS } from '@dalyan/contracts/logs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '../../shared/export/ExportButton.tsx'
import type { FilterField } from '../../shared/list/filter-field.ts'
import { FilterDrawer } from '../../shared/list/FilterDrawer.tsx'
import { FilterInputs } from '../../shared/list/FilterInput.tsx'
import { TimeFilter } from '../../shared/list/TimeFilter.tsx'
import type { ListChange } from '../../shared/list/use-list.ts'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { SubjectPicker } from '../records/public/SubjectPicker.tsx'
import { isNarrowed, type LogSearch, UNNARROWED } from './log-search.ts'
import { eventWords } from './log-words.ts'
import { type LogKind, type LogSource, readLogFile } from './logs.queries.ts'

interface Props {
  source: LogSource
  search: LogSearch
  onChange: (part: ListChange, how?: { replace?: boolean }) => void
}

/** The filters by terminal, tank and user. */
const PICKED = {
  iot: { name: 'iot_id', label: 'logs.fields.terminal' },
  tanks: { name: 'tank_id', label: 'logs.fields.tank' },
  audit: { name: 'user_id', label: 'logs.fields.processor' },
} as const

/** The filters of a log, and its export as a CSV file of any length. On a phone most stand behind a button. */
export function LogFilters({ source: { kind, ownerId }, search, onChange }: Props) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const fields = fieldsOf(t, kind, search.event)
  const file = {
    label: t('logs.export'),
    name: `${kind}-logs.csv`,
    open: (signal: AbortSignal) => readLogFile(kind, search, signal),
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {narrow && <FilterDrawer fields={fields} state={search} narrow onApply={onChange} />}
      {kind !== 'server' && ownerId === undefined && (
        <SubjectPicker
          key={kind}
          kind={kind}
          label={t(PICKED[kind].label)}
          id={search[PICKED[kind].name]}
          onPick={(id) => onChange({ [PICKED[kind].name]: id })}
        />
      )}
      {kind === 'server' && (
        <SearchField
          label={t('logs.fields.search')}
          placeholder={t('logs.searchHint')}
          value={search.search ?? ''}
          onSearch={(text) => onChange({ search: text }, { replace: true })}
        />
      )}
      {!narrow && <FilterInputs fields={fields} state={search} onChange={onChange} />}
      <TimeFilter search={search} allTimes={t('logs.allTimes')} onChange={onChange} />
      {ownerId === undefined && <ExportButton files={[file]} />}
      {isNarrowed(search) && <Button onClick={() => onChange(UNNARROWED)}>{t('common.actions.clearFilters')}</Button>}
    </Box>
  )
}

type LogField = FilterField & { name: keyof LogSearch }

/** All filters but those of a record, a text and the time. @param event the chosen one */
function fieldsOf(t: TFunction, kind: LogKind, event: string | undefined): LogField[] {
  if (kind === 'server')
    return [
      {
        name: 'level',
        label: t('logs.fields.level'),
        kind: 'words',
        options: SERVER_LOG_LEVELS.map((value) => ({ value, label: t(`logs.level.${value}`) })),
      },
      { name: 'include_orphans', label: t('logs.fields.includeOrphans'), kind: 'switch' },
    ]
  const target: LogField = {
    name: 'target',
    label: t('logs.fields.target'),
    kind: 'words',
    options: AUDIT_TARGETS.map((value) => ({ value, label: t(`logs.targets.${value}`) })),
  }
  return [
    {
      name: 'status',
      label: t('logs.fields.status'),
      kind: 'words',
      options: LOG_STATUSES.map((value) => ({ value, label: t(`logs.result.${value}`) })),
    },
    { name: 'event', label: t('logs.fields.event'), kind: 'choice', options: eventOptions(t, kind, event) },
    ...(kind === 'audit' ? [target] : []),
  ]
}

const EVENTS = { iot: TERMINAL_LOG_EVENTS, tanks: TANK_LOG_EVENTS, audit: AUDIT_EVENTS } as const

/** The events of a log by name; a partial code from the address is offered as well. */
function eventOptions(t: TFunction, kind: keyof typeof EVENTS, chosen: string | undefined) {
  const codes: readonly string[] = EVENTS[kind]
  const all = chosen === undefined || codes.includes(chosen) ? codes : [chosen, ...codes]
  return all.map((value) => {
    const name = eventWords(t, value)
    return name === null ? { value, label: value } : { value, label: name, code: value }
  })
}
