import type { Tank } from '@dalyan/contracts/tanks'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../../shared/form/RecordDialog.tsx'
import { useTankFields } from '../use-tank-fields.tsx'

/** A tank to read, with who changed it last. */
export function TankView({ tank, onEdit, onClose }: { tank: Tank; onEdit: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const isDeleted = tank.status === 'deleted'
  return (
    <RecordDialog
      title={t('tanks.viewTitle', { code: tank.code })}
      actions={!isDeleted && <Button onClick={onEdit}>{t('common.actions.edit')}</Button>}
      onClose={onClose}
      fields={useTankFields(tank)}
    >
      {isDeleted && <Alert severity="info">{t('common.states.readOnlyDeleted')}</Alert>}
    </RecordDialog>
  )
}
