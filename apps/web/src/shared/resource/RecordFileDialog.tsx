import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { mdiFileUploadOutline } from '@mdi/js'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
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
export function RecordFileDialog({ title, api, input: shape, onRead, onClose }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<readonly string[]>([])
  async function take(file: File | undefined): Promise<void> {
    if (!file) return
    const read = await readRecordFile(api, shape, file, t)
    if ('body' in read) onRead(read.body)
    else setProblems(read.problems)
  }
  return (
    <TitledDialog title={title} onClose={onClose}>
      <DialogContent sx={DIALOG_COLUMN}>
        <Quiet>{t('list.file.hint')}</Quiet>
        <Button
          autoFocus
          variant="outlined"
          startIcon={<Icon path={mdiFileUploadOutline} />}
          onClick={() => input.current?.click()}
          sx={{ justifySelf: 'start' }}
        >
          {t('list.file.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('list.file.choose')}
          accept=".json,application/json"
          onChange={(event) => {
            void take(event.target.files?.[0])
            // The same file may be chosen again after it was corrected outside.
            event.target.value = ''
          }}
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
