import type { BulkAnswer, BulkColumn, BulkInput } from '@dalyan/contracts/bulk'
import type { Language } from '@dalyan/contracts/errors'
import { mdiDownload } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import bulk from '../../locales/tr/bulk.json' with { type: 'json' }
import { useUnsaved } from '../form/use-unsaved.tsx'
import { addWords } from '../i18n/add-words.ts'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { DEFINITIONS } from '../ui/RecordFields.tsx'
import { DIALOG_COLUMN, TitledDialog } from '../ui/TitledDialog.tsx'
import { OfflineNote, WriteButton } from '../ui/WriteButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { BulkVerdict } from './BulkVerdict.tsx'
import { saveCsv } from './save-csv.ts'
import { TableField, type GivenTable } from './TableField.tsx'

addWords({ bulk })

const SETTLED_AFTER_MS = 500
const NO_TABLE: GivenTable = { text: '', fileName: null }

interface Props<F extends string, A extends BulkAnswer> {
  /** The kind of record, whose texts are in `bulk.<kind>`. */
  kind: 'tanks' | 'terminals'
  columns: readonly BulkColumn<F>[]
  /** The meaning of a column. */
  hint: (field: F) => string
  /** The rows of an example file; absent cells are empty. */
  example: readonly Partial<Record<F, string>>[]
  send: (body: BulkInput, signal?: AbortSignal) => Promise<A>
  onCreated: (answer: A) => void
  onClose: () => void
}

/**
 * Creates records from a table, in a dialog (full screen on a phone). The server's dry run is shown at once, and only a table without
 * mistakes can be sent. A refusal does not clear the input.
 */
export function BulkDialog<F extends string, A extends BulkAnswer>(props: Props<F, A>) {
  const { kind, columns, hint, example, send, onCreated, onClose } = props
  const { t, i18n } = useTranslation()
  const language: Language = i18n.language === 'en' ? 'en' : 'tr'
  const [table, setTable] = useState(NO_TABLE)
  const { answer, failure, isChecking, again } = useDryRun(kind, table.text, send)
  const creation = useMutation({
    mutationFn: () => send({ csv: table.text, dry_run: false }),
    onSuccess: (made) => {
      unsaved.release()
      onCreated(made)
    },
    // The dry run may be outdated: another user may have taken a code meanwhile.
    onError: again,
  })
  const unsaved = useUnsaved(table.text.trim() !== '' && table.fileName === null, onClose)
  const verdict = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The page must not scroll away from a text field in use.
    if (!(document.activeElement instanceof HTMLTextAreaElement)) verdict.current?.scrollIntoView({ block: 'nearest' })
  }, [answer, failure])
  const titles = new Map(columns.map((column) => [String(column.field), column[language]]))
  const isReady = answer !== undefined && !isChecking && failure === null && answer.rows.every(({ ok }) => ok)

  function saveExample() {
    const rows = example.map((row) => columns.map(({ field }) => row[field] ?? ''))
    const delimiter = language === 'tr' ? ';' : ','
    void saveCsv(t(`bulk.${kind}.file`), [columns.map((column) => column[language]), ...rows], { delimiter, bom: true })
  }
  return (
    <TitledDialog title={t(`bulk.${kind}.title`)} width="md" onClose={creation.isPending ? undefined : unsaved.close}>
      <DialogContent sx={{ ...DIALOG_COLUMN, gap: 1.5 }}>
        <Box>
          {t('bulk.intro')}
          <ColumnList
            columns={columns.map((column) => ({
              field: column.field,
              title: column[language],
              hint: hint(column.field),
              isRequired: column.isRequired ?? false,
            }))}
          />
        </Box>
        <TableField
          table={table}
          disabled={creation.isPending}
          onTable={(next) => {
            creation.reset()
            setTable(next)
          }}
        >
          <Button startIcon={<Icon path={mdiDownload} />} onClick={saveExample}>
            {t('bulk.example')}
          </Button>
        </TableField>
        {creation.error && !isChecking && <ErrorAlert title={t('bulk.createFailed')} error={creation.error} />}
        <Box ref={verdict} role="status" sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {isChecking && !answer && <Alert severity="info">{t('bulk.checking')}</Alert>}
          {failure ? (
            <ErrorAlert title={t('bulk.checkFailed')} error={failure} onRetry={again} />
          ) : (
            answer && <BulkVerdict answer={answer} titleOf={(field) => titles.get(field)} />
          )}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap' }}>
        <OfflineNote />
        <Button onClick={unsaved.close} disabled={creation.isPending}>
          {t('common.actions.cancel')}
        </Button>
        <WriteButton
          variant="contained"
          disabled={!isReady}
          aria-disabled={creation.isPending}
          onClick={() => {
            if (!creation.isPending) creation.mutate()
          }}
        >
          {creation.isPending
            ? t('bulk.creating')
            : isReady
              ? t(`bulk.${kind}.create`, { count: answer.rows.length })
              : t('bulk.create')}
        </WriteButton>
      </DialogActions>
      {unsaved.question}
    </TitledDialog>
  )
}

/** The server's dry run of a table, started 500 ms after the last change. */
function useDryRun<A extends BulkAnswer>(
  kind: string,
  text: string,
  send: (body: BulkInput, signal?: AbortSignal) => Promise<A>,
) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])

  const isEmpty = text.trim() === ''
  const run = useQuery({
    queryKey: ['bulk', kind, settled],
    queryFn: ({ signal }) => send({ csv: settled, dry_run: true }, signal),
    enabled: settled.trim() !== '' && !isEmpty,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const isChecking = !isEmpty && (settled !== text || run.isFetching)
  return {
    /** The answer for the present table; while that is checked, for the previous one. */
    answer: isEmpty ? undefined : run.data,
    failure: isEmpty || isChecking ? null : run.error,
    isChecking,
    again: () => void run.refetch(),
  }
}

interface ShownColumn {
  /** The API's name. */
  field: string
  title: string
  hint: string
  isRequired: boolean
}

/** The meaning of each column of a file, behind a line that expands it. */
function ColumnList({ columns }: { columns: readonly ShownColumn[] }) {
  const { t } = useTranslation()
  return (
    <Box component="details">
      <Box component="summary" sx={{ cursor: 'pointer', py: 1, fontWeight: 500 }}>
        {t('bulk.columns')}
      </Box>
      <Box component="dl" sx={{ ...DEFINITIONS, gap: '4px 16px', fontSize: '0.875rem' }}>
        {columns.map(({ field, title, hint, isRequired }) => (
          <Fragment key={field}>
            <Box component="dt" sx={{ fontWeight: 500, mt: { xs: 0.5, sm: 0 } }}>
              {title}
              {isRequired && ` (${t('bulk.columnRequired')})`}
            </Box>
            <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
              {hint}
            </Box>
          </Fragment>
        ))}
      </Box>
    </Box>
  )
}
