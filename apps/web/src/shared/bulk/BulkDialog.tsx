import type { BulkAnswer, BulkColumn, BulkInput } from '@dalyan/contracts/bulk'
import type { Language } from '@dalyan/contracts/errors'
import { mdiDownload } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import bulk from '../../locales/tr/bulk.json' with { type: 'json' }
import { LeaveQuestion } from '../form/LeaveQuestion.tsx'
import { useUnsaved } from '../form/use-unsaved.ts'
import { addWords } from '../i18n/add-words.ts'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { DIALOG_COLUMN, TitledDialog } from '../ui/TitledDialog.tsx'
import { OfflineNote, WriteButton } from '../ui/WriteButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { BulkVerdict } from './BulkVerdict.tsx'
import { ColumnList } from './ColumnList.tsx'
import { saveCsv } from './save-csv.ts'
import { TableField, type GivenTable } from './TableField.tsx'
import { useDryRun } from './use-dry-run.ts'

addWords({ bulk })

const NO_TABLE: GivenTable = { text: '', fileName: null }

interface Props<F extends string, A extends BulkAnswer> {
  /** The kind of record: `terminals`. */
  kind: string
  title: string
  columns: readonly BulkColumn<F>[]
  /** The meaning of a column. */
  hint: (field: F) => string
  /** An example file, row by row; absent cells are empty. */
  example: { name: string; rows: readonly Partial<Record<F, string>>[] }
  /** The label of the button that creates. */
  create: (count: number) => string
  send: (body: BulkInput, signal?: AbortSignal) => Promise<A>
  onCreated: (answer: A) => void
  onClose: () => void
}

/**
 * Creates records from a table, in a dialog (full screen on a phone). The server's dry run is shown at once, and only a table without
 * mistakes can be sent. A refusal does not clear the input.
 */
export function BulkDialog<F extends string, A extends BulkAnswer>(props: Props<F, A>) {
  const { kind, title, columns, hint, example, create, send, onCreated, onClose } = props
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
    const rows = example.rows.map((row) => columns.map(({ field }) => row[field] ?? ''))
    const delimiter = language === 'tr' ? ';' : ','
    void saveCsv(example.name, [columns.map((column) => column[language]), ...rows], { delimiter, bom: true })
  }
  return (
    <TitledDialog title={title} width="md" onClose={creation.isPending ? undefined : unsaved.close}>
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
          {creation.isPending ? t('bulk.creating') : isReady ? create(answer.rows.length) : t('bulk.create')}
        </WriteButton>
      </DialogActions>
      {unsaved.isAsking && <LeaveQuestion onStay={unsaved.stay} onLeave={unsaved.leave} />}
    </TitledDialog>
  )
}
