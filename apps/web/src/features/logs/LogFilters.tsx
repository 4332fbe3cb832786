import {
  AUDIT_EVENTS,
  AUDIT_TARGETS,
  LOG_STATUSES,
  SERVER_LOG_LEVELS,
  TANK_LOG_EVENTS,
  TERMINAL_LOG_EVENTS,
} from '@dalyan/contracts/logs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '../../shared/export/ExportButton.tsx'
import { FilterInput } from '../../shared/list/FilterInput.tsx'
import { TimeFilter } from '../../shared/list/TimeFilter.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { SubjectPicker } from '../records/public/SubjectPicker.tsx'
import { eventWords } from './event-words.ts'
import { isNarrowed, type LogSearch, UNNARROWED } from './log-search.ts'
import { type LogSource, type LogKind, readLogFile } from './log-source.ts'

interface Props {
  source: LogSource
  search: LogSearch
  onChange: (part: Partial<LogSearch>, how?: { replace?: boolean }) => void
}

/** The filters by terminal, tank and user. */
const PICKED = {
  iot: { name: 'iot_id', label: 'logs.fields.terminal' },
  tanks: { name: 'tank_id', label: 'logs.fields.tank' },
  audit: { name: 'user_id', label: 'logs.fields.processor' },
} as const

/** The filters of a log. */
export function LogFilters({ source: { kind, ownerId }, search, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {kind !== 'server' && ownerId === undefined && (
        <SubjectPicker
          key={kind}
          kind={kind}
          label={t(PICKED[kind].label)}
          id={search[PICKED[kind].name]}
          onPick={(id) => onChange({ [PICKED[kind].name]: id })}
        />
      )}
      {kind === 'server' ? (
        <FilterInput
          field={{
            name: 'level',
            label: t('logs.fields.level'),
            kind: 'words',
            options: SERVER_LOG_LEVELS.map((value) => ({ value, label: t(`logs.level.${value}`) })),
          }}
          value={search.level}
          onValue={(value) => onChange({ level: someOf(SERVER_LOG_LEVELS, value) })}
        />
      ) : (
        <FilterInput
          field={{
            name: 'status',
            label: t('logs.fields.status'),
            kind: 'words',
            options: LOG_STATUSES.map((value) => ({ value, label: t(`logs.result.${value}`) })),
          }}
          value={search.status}
          onValue={(value) => onChange({ status: someOf(LOG_STATUSES, value) })}
        />
      )}
      {kind === 'server' ? (
        <SearchField
          label={t('logs.fields.search')}
          placeholder={t('logs.searchHint')}
          value={search.search ?? ''}
          onSearch={(text) => onChange({ search: text || undefined }, { replace: true })}
        />
      ) : (
        <FilterInput
          field={{
            name: 'event',
            label: t('logs.fields.event'),
            kind: 'choice',
            options: eventOptions(t, kind, search.event),
          }}
          value={search.event}
          onValue={(value) => onChange({ event: typeof value === 'string' ? value : undefined })}
        />
      )}
      {kind === 'audit' && (
        <FilterInput
          field={{
            name: 'target',
            label: t('logs.fields.target'),
            kind: 'words',
            options: AUDIT_TARGETS.map((value) => ({ value, label: t(`logs.targets.${value}`) })),
          }}
          value={search.target}
          onValue={(value) => onChange({ target: someOf(AUDIT_TARGETS, value) })}
        />
      )}
      <TimeFilter search={search} allTimes={t('logs.allTimes')} onChange={onChange} />
      {kind === 'server' && (
        <FilterInput
          field={{ name: 'include_orphans', label: t('logs.fields.includeOrphans'), kind: 'switch' }}
          value={search.include_orphans === 1 ? '1' : undefined}
          onValue={(value) => onChange({ include_orphans: value === '1' ? 1 : undefined })}
        />
      )}
      {ownerId === undefined && <LogFileButton kind={kind} search={search} />}
      {isNarrowed(search) && <Button onClick={() => onChange(UNNARROWED)}>{t('common.actions.clearFilters')}</Button>}
    </Box>
  )
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

function someOf<W extends string>(words: readonly W[], value: unknown): W[] | undefined {
  const chosen = words.filter((word) => Array.isArray(value) && value.includes(word))
  return chosen.length > 0 ? chosen : undefined
}

/** Exports the filtered log as a CSV file of any length. */
function LogFileButton({ kind, search }: { kind: LogKind; search: LogSearch }) {
  const { t } = useTranslation()
  const file = {
    label: t('logs.export'),
    name: `${kind}-logs.csv`,
    open: (signal: AbortSignal) => readLogFile(kind, search, signal),
  }
  return <ExportButton files={[file]} />
}
