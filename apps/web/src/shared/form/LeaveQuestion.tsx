import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** Asks before typed input is discarded. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      local
      title={t('common.states.unsavedTitle')}
      body={t('common.states.unsavedBody')}
      cancel={t('common.states.unsavedStay')}
      confirm={t('common.states.unsavedLeave')}
      onClose={onStay}
      onConfirm={onLeave}
    />
  )
}
