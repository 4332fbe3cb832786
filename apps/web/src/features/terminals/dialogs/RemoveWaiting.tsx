import { terminalsApi } from '@dalyan/contracts/terminals'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'

interface Props {
  onRemoved: () => void
  onClose: () => void
}

/** Asks before every device that waits to be authorized is taken off the list. */
export function RemoveWaiting({ onRemoved, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('terminals.waiting.title')}
      body={t('terminals.waiting.body')}
      confirm={t('terminals.waiting.confirm')}
      failed={t('terminals.messages.deleteFailed')}
      onClose={onClose}
      onConfirm={async () => {
        await call(terminalsApi.removeWaiting, {})
        onRemoved()
      }}
    />
  )
}
