import type { Terminal } from '@dalyan/contracts/terminals'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../../shared/form/RecordDialog.tsx'
import { useTerminalFields } from '../terminal-fields.tsx'

interface Props {
  terminal: Terminal
  onOpen: (dialog: 'edit' | 'authorize', id: number) => void
  onClose: () => void
}

/** A terminal to read: how it is heard, what it sends that nobody knows, and who changed it last. */
export function TerminalView({ terminal, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const { id, status } = terminal
  const isWaiting = status === 'unauthorized'
  return (
    <RecordDialog
      title={t('terminals.viewTitle', { code: terminal.code })}
      actions={
        <>
          {isWaiting && <Button onClick={() => onOpen('authorize', id)}>{t('terminals.actions.authorize')}</Button>}
          {status !== 'deleted' && <Button onClick={() => onOpen('edit', id)}>{t('common.actions.edit')}</Button>}
        </>
      }
      onClose={onClose}
      fields={useTerminalFields(terminal)}
    >
      {status === 'deleted' && <Alert severity="info">{t('common.states.readOnlyDeleted')}</Alert>}
    </RecordDialog>
  )
}
