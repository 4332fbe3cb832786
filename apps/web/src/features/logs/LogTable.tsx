import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { type Ref, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import type { LogLine } from './log-line.ts'
import { logTableLook } from './log-table-look.ts'
import type { LogKind } from './log-source.ts'
import { LogRow } from './LogRow.tsx'

interface Props {
  ref: Ref<HTMLDivElement>
  kind: LogKind
  /** Accessible name. */
  label: string
  /** Whether rows name their terminal or tank. */
  named: boolean
  lines: readonly LogLine[]
  openId: number | null
  isOldestFirst: boolean
  /** Turns the order of time around. */
  onSort: () => void
  onToggle: (id: number) => void
}

/** The head of the column that says what an entry is about. */
const SUBJECTS = { iot: 'logs.fields.terminal', tanks: 'logs.fields.tank', audit: 'logs.fields.target' } as const

/** The lines of a log, newest on top. */
export function LogTable({ ref, kind, label, named, lines, openId, isOldestFirst, onSort, onToggle }: Props) {
  const { t } = useTranslation()
  const look = useMemo(() => logTableLook(kind, named), [kind, named])
  const heads = [
    ...(kind === 'server' ? [t('logs.fields.seq')] : []),
    ...(named && kind !== 'server' ? [t(SUBJECTS[kind])] : []),
    t(kind === 'server' ? 'logs.fields.level' : 'logs.fields.status'),
    ...(kind === 'server' ? [] : [t('logs.fields.processor')]),
    t(kind === 'server' ? 'logs.fields.message' : 'logs.fields.event'),
    t('logs.fields.meta'),
  ]
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <Box ref={ref} role="table" aria-label={label} sx={look}>
        <div role="rowgroup">
          <div role="row" className="log-head">
            <span role="columnheader" aria-sort={isOldestFirst ? 'ascending' : 'descending'}>
              <button type="button" className="log-sort" onClick={onSort}>
                {t('logs.fields.time')}
                <Icon path={isOldestFirst ? mdiArrowUp : mdiArrowDown} />
              </button>
            </span>
            {heads.map((head) => (
              <span key={head} role="columnheader">
                {head}
              </span>
            ))}
            <span role="columnheader" aria-label={t('common.table.actions')} />
          </div>
        </div>
        <div role="rowgroup">
          {lines.map((line) => (
            <LogRow
              key={line.id}
              kind={kind}
              line={line}
              named={named}
              isOpen={line.id === openId}
              onToggle={onToggle}
            />
          ))}
        </div>
      </Box>
    </Paper>
  )
}
