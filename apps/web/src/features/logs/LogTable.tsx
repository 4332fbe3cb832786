import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { SxProps, Theme } from '@mui/material/styles'
import { type Ref, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LogRow } from './LogRow.tsx'
import type { LogKind, LogLine } from './logs.queries.ts'

interface Props {
  ref: Ref<HTMLDivElement>
  kind: LogKind
  /** The accessible name. */
  label: string
  /** Whether rows show their terminal or tank. */
  named: boolean
  lines: readonly LogLine[]
  openId: number | null
  isOldestFirst: boolean
  /** Reverses the order of time. */
  onSort: () => void
  onToggle: (id: number) => void
}

/** The heading of the column that names the entry's record. */
const SUBJECTS = { iot: 'logs.fields.terminal', tanks: 'logs.fields.tank', audit: 'logs.fields.target' } as const

/** The lines of a log, the newest on top. */
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

const TIME = '15em'
const MORE = '36px'

/** Columns of the wide table; on a phone the cells wrap. */
function columns(kind: LogKind, named: boolean): string {
  if (kind === 'server') return `${TIME} 5.5em 9em minmax(16em, 3fr) minmax(8em, 2fr) ${MORE}`
  return `${TIME} ${named ? 'minmax(8em, 13em) ' : ''}7.5em minmax(8em, 13em) minmax(22em, 3fr) minmax(8em, 3fr) ${MORE}`
}

/** One style sheet for the log, shared by hundreds of rows. */
function logTableLook(kind: LogKind, named: boolean): SxProps<Theme> {
  return ({ tokens: { palette } }) => ({
    fontFamily: "'Roboto Mono', ui-monospace, monospace",
    fontSize: '0.8125rem',
    // New lines on top must not move the rows that a user reads.
    overflowAnchor: 'none',
    '& .log-row, & .log-head': {
      display: 'grid',
      gridTemplateColumns: columns(kind, named),
      columnGap: '12px',
      alignItems: 'center',
      px: 1.5,
    },
    '& .log-head': {
      minHeight: 40,
      fontFamily: "'Roboto Variable', sans-serif",
      fontWeight: 500,
      color: palette.textSecondary,
      borderBottom: `1px solid ${palette.divider}`,
    },
    '& .log-sort': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '4px',
      minHeight: 36,
      p: 0,
      border: 0,
      bgcolor: 'transparent',
      font: 'inherit',
      color: 'inherit',
      cursor: 'pointer',
      '& svg': { fontSize: 16 },
    },
    '& .log-row': {
      minHeight: 36,
      borderBottom: `1px solid ${palette.divider}`,
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto 37px',
      '&:hover': { bgcolor: palette.hoverRow },
    },
    '& .log-row.is-open': { bgcolor: palette.selectedRow },
    '& .log-row > *': {
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      unicodeBidi: 'isolate',
    },
    // A long name is cut before its code; on a phone both are shown in full.
    '& .log-row .is-named': {
      display: 'flex',
      alignItems: 'baseline',
      gap: '8px',
      fontFamily: "'Roboto Variable', sans-serif",
      fontSize: '0.875rem',
    },
    '& .log-event': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
    '& .log-code': {
      flexShrink: 0,
      fontFamily: "'Roboto Mono', ui-monospace, monospace",
      fontSize: '0.75rem',
      color: palette.textSecondary,
    },
    '& .log-row .spans': { gridColumn: 'span 2' },
    '& .log-row .log-more': { overflow: 'visible' },
    '& .log-ms, & .log-date, & .log-seq, & .log-who, & .log-details': { color: palette.textSecondary },
    '& .log-outcome': { display: 'flex', alignItems: 'center', gap: '4px' },
    '& .log-outcome svg': { fontSize: 18, flexShrink: 0 },
    '& .log-outcome.is-success': { color: palette.success.text },
    '& .log-outcome.is-warning': { color: palette.warning.text },
    '& .log-outcome.is-error': { color: palette.error.text, fontWeight: 500 },
    '& .log-outcome.is-info': { color: palette.info.text },
    '& .log-outcome.is-quiet': { color: palette.textSecondary },
    '& a': { color: palette.primary.text },
    '& .log-more button': {
      display: 'grid',
      placeItems: 'center',
      width: 36,
      height: 36,
      border: 0,
      borderRadius: '50%',
      bgcolor: 'transparent',
      color: palette.textSecondary,
      cursor: 'pointer',
      '@media (pointer: coarse)': { width: 44, height: 44 },
    },
    '& .log-more button[aria-expanded=true] svg': { transform: 'rotate(90deg)' },
    '& .log-open': { px: 1.5, py: 1, borderBottom: `1px solid ${palette.divider}`, bgcolor: palette.surfaceVariant },
    '& pre': {
      m: 0,
      p: 1,
      maxHeight: 400,
      overflow: 'auto',
      fontFamily: 'inherit',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      unicodeBidi: 'isolate',
      bgcolor: palette.surface,
      border: `1px solid ${palette.divider}`,
      borderRadius: '4px',
    },
    '@media (max-width: 899px)': {
      '& .log-head': { display: 'none' },
      '& .log-row': {
        position: 'relative',
        display: 'flex',
        flexWrap: 'wrap',
        gap: '2px 12px',
        py: 1,
        paddingInlineEnd: '52px',
        containIntrinsicSize: 'auto 84px',
      },
      '& .log-row .log-text': { flexBasis: '100%', whiteSpace: 'normal', overflowWrap: 'anywhere' },
      '& .log-row .is-named': { flexWrap: 'wrap', gap: '0 8px' },
      '& .log-row .log-details': { flexBasis: '100%' },
      '& .log-row .log-more': { position: 'absolute', insetInlineEnd: '4px', top: '4px' },
    },
  })
}
