import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { mdiFileUploadOutline } from '@mdi/js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { FileButton } from '../ui/FileButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Quiet } from '../ui/Quiet.tsx'
import { DIALOG_COLUMN, TitledDialog } from '../ui/TitledDialog.tsx'
import type { ResourceApi } from './record-kind.ts'
import { readRecordFile } from './record-file.ts'

interface Props {
  title: string
  api: ResourceApi
  input: z.ZodMiniType
  /** The body that creates the record of the file. */
  onRead: (body: unknown) => void
  onClose: () => void
}

/** Asks for the file of a record, and says what is wrong with it. */
export function RecordFileDialog({ title, api, input, onRead, onClose }: Props) {
  const { t } = useTranslation()
  const [problems, setProblems] = useState<readonly string[]>([])
  async function take(file: File): Promise<void> {
    const read = await readRecordFile(api, input, file, t)
    if ('body' in read) onRead(read.body)
    else setProblems(read.problems)
  }
  return (
    <TitledDialog title={title} onClose={onClose}>
      <DialogContent sx={DIALOG_COLUMN}>
        <Quiet>{t('list.file.hint')}</Quiet>
        <FileButton
          label={t('list.file.choose')}
          accept=".json,application/json"
          autoFocus
          variant="outlined"
          startIcon={<Icon path={mdiFileUploadOutline} />}
          onFile={(file) => void take(file)}
          sx={{ justifySelf: 'start' }}
        />
        {problems.length > 0 && (
          <Alert severity="error">
            {problems.map((problem) => (
              <div key={problem}>{problem}</div>
            ))}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{t('common.actions.cancel')}</Button>
      </DialogActions>
    </TitledDialog>
  )
}
