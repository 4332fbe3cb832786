import { type Terminal, terminalsApi } from '@dalyan/contracts/terminals'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { useLastTerminalNote } from './use-last-terminal-note.ts'

interface Props {
  terminal: Terminal
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a terminal is deleted; says so when its tank would be left without any. */
export function DeleteTerminal({ terminal: { id, code, tank }, onDeleted, onClose }: Props) {
  const { t } = useTranslation()
  const lastTerminal = useLastTerminalNote(tank)
  return (
    <ConfirmDialog
      title={t('terminals.delete.title', { code })}
      body={
        <>
          {t('terminals.delete.body')}
          {lastTerminal && <b> {lastTerminal}</b>}
        </>
      }
      confirm={t('terminals.delete.confirm')}
      failed={t('terminals.messages.deleteFailed')}
      onClose={onClose}
      onConfirm={async () => {
        await call(terminalsApi.remove, { params: { id } })
        onDeleted()
      }}
    />
  )
}
