import { mdiDownload } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import { saveFile } from '../../shared/ui/save-file.ts'
import type { LogSearch } from './log-search.ts'
import { type LogKind, readLogFile } from './log-source.ts'

/** The log as it is narrowed, as a CSV file of any length. */
export function LogFileButton({ kind, search }: { kind: LogKind; search: LogSearch }) {
  const { t } = useTranslation()
  const saving = useMutation({
    mutationFn: async () => {
      const { name, content } = await readLogFile(kind, search)
      saveFile(name, content)
    },
  })
  return (
    <>
      <Button
        variant="outlined"
        loading={saving.isPending}
        loadingPosition="start"
        startIcon={<Icon path={mdiDownload} />}
        onClick={() => saving.mutate()}
      >
        {t('logs.export')}
      </Button>
      {saving.error && <Alert severity="error">{saving.error.message}</Alert>}
    </>
  )
}
