import type { Firm } from '@dalyan/contracts/firms'
import { mdiDeleteOutline, mdiEyeOutline, mdiPencil, mdiPhoneClock, mdiRestore, mdiWebhook } from '@mdi/js'
import { useTranslation } from 'react-i18next'
import { type RowAction, RowActions } from '../../shared/list/RowActions.tsx'

type RecordDialogName = 'edit' | 'view' | 'delete' | 'restore' | 'oncall' | 'webhooks'

/** What can be done with a firm of the list. A deleted one is only read, or restored. */
export function FirmActions({ firm, onOpen }: { firm: Firm; onOpen: (dialog: RecordDialogName) => void }) {
  const { t } = useTranslation()
  const action = (dialog: RecordDialogName, label: string, icon: string): RowAction => ({
    label,
    icon,
    onClick: () => onOpen(dialog),
  })
  const view = action('view', t('common.actions.view'), mdiEyeOutline)
  if (firm.status === 'deleted') {
    const restore = action('restore', t('common.actions.restore'), mdiRestore)
    return <RowActions name={firm.code} main={view} actions={[restore]} />
  }
  return (
    <RowActions
      name={firm.code}
      main={action('edit', t('common.actions.edit'), mdiPencil)}
      actions={[
        view,
        action('oncall', t('firms.onCall'), mdiPhoneClock),
        action('webhooks', t('firms.webhooks'), mdiWebhook),
        { ...action('delete', t('common.actions.delete'), mdiDeleteOutline), danger: true },
      ]}
    />
  )
}
