import { mdiDownload } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveCsv } from '../../../shared/bulk/save-csv.ts'
import { useUnsaved } from '../../../shared/form/use-unsaved.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { DIALOG_COLUMN, TitledDialog } from '../../../shared/ui/TitledDialog.tsx'

interface Props {
  keys: readonly { code: string; key: string }[]
  onClose: () => void
}

/** Shows the keys of new terminals, for the only time: leaving without downloading their file asks first. */
export function KeysDialog({ keys, onClose }: Props) {
  const { t } = useTranslation()
  const [isSaved, setIsSaved] = useState(false)
  const unsaved = useUnsaved(!isSaved, onClose, {
    title: t('bulk.keys.leaveTitle'),
    body: t('bulk.keys.leaveBody'),
    stay: t('bulk.keys.stay'),
    leave: t('bulk.keys.leave'),
  })

  async function save() {
    const rows = keys.map(({ code, key }) => [code, key])
    await saveCsv(t('bulk.keys.file'), [['code', 'key'], ...rows], { delimiter: ',', bom: false })
    setIsSaved(true)
  }
  return (
    <TitledDialog title={t('bulk.keys.title', { count: keys.length })} onClose={unsaved.close}>
      <DialogContent sx={DIALOG_COLUMN}>
        <Alert severity="warning">{t('bulk.keys.once')}</Alert>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Button autoFocus variant="contained" startIcon={<Icon path={mdiDownload} />} onClick={() => void save()}>
            {t('bulk.keys.download')}
          </Button>
          <Box role="status" sx={{ color: 'text.secondary', fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
            {isSaved && t('bulk.keys.downloaded', { name: t('bulk.keys.file') })}
          </Box>
        </Box>
        <TableContainer
          role="region"
          aria-label={t('bulk.keys.list')}
          tabIndex={0}
          sx={({ tokens: { palette } }) => ({
            maxHeight: 320,
            border: `1px solid ${palette.outline}`,
            borderRadius: 1,
          })}
        >
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell>{t('bulk.code')}</TableCell>
                <TableCell>{t('bulk.keys.key')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody lang="en" sx={{ '& td': { fontFamily: 'monospace', overflowWrap: 'anywhere' } }}>
              {keys.map(({ code, key }) => (
                <TableRow key={code} sx={{ verticalAlign: 'top' }}>
                  <TableCell sx={{ minWidth: '10ch' }}>{code}</TableCell>
                  <TableCell>{key}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={unsaved.close}>{t('bulk.keys.close')}</Button>
      </DialogActions>
      {unsaved.question}
    </TitledDialog>
  )
}
