import { mdiFileDelimitedOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileButton } from '../ui/FileButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { readTableFile } from './read-table-file.ts'

export interface GivenTable {
  text: string
  /** Null: the table was typed or pasted, or a file's text was changed. */
  fileName: string | null
}

interface Props {
  table: GivenTable
  onTable: (table: GivenTable) => void
  disabled: boolean
  /** Beside the button that chooses a file. */
  children: ReactNode
}

/** A table from a file (chosen or dropped) or pasted; a file's text is shown in the field and can be corrected there. */
export function TableField({ table, onTable, disabled, children }: Props) {
  const { t } = useTranslation()
  const [isOver, setIsOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function take(file: File | undefined) {
    if (!file || disabled) return
    try {
      onTable({ text: await readTableFile(file), fileName: file.name })
      setProblem(null)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  function dragged(event: DragEvent, over: boolean) {
    event.preventDefault()
    setIsOver(over)
  }
  return (
    <Box
      onDragOver={(event) => dragged(event, true)}
      onDragLeave={(event) => dragged(event, false)}
      onDrop={(event) => {
        dragged(event, false)
        void take(event.dataTransfer.files[0])
      }}
      sx={({ tokens: { palette } }) => ({
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'minmax(0, 1fr)',
        p: 1.5,
        borderRadius: 1,
        border: `2px dashed ${isOver ? palette.primary.text : palette.outline}`,
      })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <FileButton
          label={t('bulk.choose')}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          variant="outlined"
          disabled={disabled}
          startIcon={<Icon path={mdiFileDelimitedOutline} />}
          onFile={(file) => void take(file)}
        />
        <Box
          component="span"
          sx={{ color: 'text.secondary', fontSize: '0.875rem', '@media (pointer: coarse)': { display: 'none' } }}
        >
          {t('bulk.drop')}
        </Box>
        <Box sx={{ marginInlineStart: { sm: 'auto' } }}>{children}</Box>
      </Box>
      {problem !== null && <Alert severity="error">{problem}</Alert>}
      <TextField
        label={t('bulk.table')}
        multiline
        rows={6}
        value={table.text}
        onChange={(event) => onTable({ text: event.target.value, fileName: null })}
        helperText={table.fileName === null ? t('bulk.tableHint') : t('bulk.fromFile', { name: table.fileName })}
        slotProps={{
          htmlInput: {
            readOnly: disabled,
            spellCheck: false,
            wrap: 'off',
            style: { fontFamily: 'monospace', fontSize: '0.875rem', overflowX: 'auto', whiteSpace: 'pre' },
          },
        }}
      />
    </Box>
  )
}
