import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RowAction, RowActions } from '../list/RowActions.tsx'
import { type Selection, SelectionBar } from '../list/Selection.tsx'
import { useNarrow } from '../list/use-narrow.ts'
import { Icon } from '../ui/Icon.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { useSnackbar } from '../ui/SnackbarProvider.tsx'
import { WriteButton } from '../ui/WriteButton.tsx'
import type { RefusedRecord, ManyAction } from './many-actions.ts'
import { type AnyRecord, nameOf } from './record-kind.ts'

const ManyQuestion = onDemand(async () => (await import('./ManyQuestion.tsx')).ManyQuestion)

interface Props<R extends AnyRecord> {
  selection: Selection
  /** The records on screen. */
  records: readonly R[]
  actions: readonly ManyAction<R>[]
  /** What else can be done with the selected records. */
  controls?: ReactNode
  /** Queries that show these records: refetched after an action. */
  changed: readonly QueryKey[]
  onEnd: () => void
}

interface PendingAction<R> {
  action: ManyAction<R>
  records: readonly R[]
}

interface Result<R> {
  total: number
  failures: readonly RefusedRecord<R>[]
}

/** What can be done with the selected records, each action with the number of those that it is for. Records that were refused stay selected. */
export function ManyBar<R extends AnyRecord>({ selection, records, actions, controls, changed, onEnd }: Props<R>) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const show = useSnackbar()
  const [asked, setAsked] = useState<PendingAction<R> | null>(null)
  const [result, setResult] = useState<Result<R> | null>(null)
  const chosen = records.filter(({ id }) => selection.has(id))

  const buttons = actions.flatMap((action): RowAction[] => {
    const its = chosen.filter(action.isFor)
    if (its.length === 0) return []
    return [
      {
        label: t('list.many.action', { action: action.label, n: its.length }),
        icon: action.icon,
        danger: action.danger ?? false,
        onClick: () => setAsked({ action, records: its }),
      },
    ]
  })

  function finish({ action, records: its }: PendingAction<R>, failures: readonly RefusedRecord<R>[]): void {
    for (const queryKey of changed) void cache.invalidateQueries({ queryKey })
    setAsked(null)
    if (failures.length === 0) {
      onEnd()
      show(action.done(its.length))
      return
    }
    selection.select(failures.map(({ record }) => record.id))
    setResult({ total: its.length, failures })
  }
  return (
    <>
      <SelectionBar selection={selection} onEnd={onEnd}>
        {controls}
        <ActionButtons name={t('common.states.resultCount', { count: chosen.length })} actions={buttons} />
      </SelectionBar>
      {result && <Failures {...result} onClose={() => setResult(null)} />}
      {asked && (
        <ManyQuestion
          action={asked.action as ManyAction<AnyRecord>}
          records={asked.records}
          onClose={() => setAsked(null)}
          onDone={(failures) => finish(asked, failures as readonly RefusedRecord<R>[])}
        />
      )}
    </>
  )
}

/** Buttons side by side; on a phone the first one, and a menu of the others. */
function ActionButtons({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const narrow = useNarrow()
  const [shown, others] = narrow ? [actions.slice(0, 1), actions.slice(1)] : [actions, []]
  return (
    <>
      {shown.map(({ label, icon, danger, onClick }) => (
        <WriteButton
          key={label}
          variant="outlined"
          color={danger ? 'error' : 'primary'}
          startIcon={<Icon path={icon} />}
          onClick={onClick}
          sx={{ minHeight: { xs: 44, sm: 36 } }}
        >
          {label}
        </WriteButton>
      ))}
      {others.length > 0 && (
        <Box sx={{ '& button': { width: 44, height: 44 } }}>
          <RowActions name={name} actions={others} />
        </Box>
      )}
    </>
  )
}

/** With how many records an action was not done, and why, below the bar in which they are still selected. */
function Failures({ total, failures, onClose }: Result<AnyRecord> & { onClose: () => void }) {
  const { t } = useTranslation()
  const count = failures.length
  return (
    <Alert severity="error" onClose={onClose} sx={{ my: 1 }}>
      <AlertTitle>{t('list.many.partly', { total, n: total - count })}</AlertTitle>
      {t('list.many.failed', { count })}
      <Box component="ul" tabIndex={0} sx={{ m: 0, pl: 2.5, maxHeight: 200, overflowY: 'auto' }}>
        {failures.map(({ record, reason }) => (
          <Box component="li" key={record.id} sx={{ overflowWrap: 'anywhere' }}>
            <b lang={record.code && 'en'}>{nameOf(record)}</b>: {reason}
          </Box>
        ))}
      </Box>
    </Alert>
  )
}
