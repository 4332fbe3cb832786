import type { Firm } from '@dalyan/contracts/firms'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../../shared/form/RecordDialog.tsx'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { FirmStatusChip } from '../FirmStatusChip.tsx'
import { FirmTanksLink } from '../FirmTanksLink.tsx'

/** A firm to read, with who changed it last. */
export function FirmView({ firm, onEdit, onClose }: { firm: Firm; onEdit: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const isDeleted = firm.status === 'deleted'
  return (
    <RecordDialog
      title={t('firms.viewTitle', { code: firm.code })}
      actions={!isDeleted && <Button onClick={onEdit}>{t('common.actions.edit')}</Button>}
      onClose={onClose}
      fields={[
        { label: t('firms.fields.code'), value: <span lang="en">{firm.code}</span> },
        { label: t('firms.fields.name'), value: firm.name },
        { label: t('firms.fields.type'), value: t(`firms.type.${firm.type}`) },
        { label: t('firms.fields.status'), value: <FirmStatusChip status={firm.status} /> },
        { label: t('firms.fields.parent'), value: firm.parent?.name },
        { label: t('firms.fields.tankCount'), value: <FirmTanksLink firm={firm} /> },
        { label: t('firms.fields.phone'), value: firm.phone },
        { label: t('firms.fields.city'), value: firm.city },
        { label: t('firms.fields.province'), value: firm.province },
        { label: t('firms.fields.district'), value: firm.district },
        { label: t('firms.fields.neighborhood'), value: firm.neighborhood },
        { label: t('firms.fields.postalCode'), value: firm.postal_code },
        { label: t('firms.fields.country'), value: firm.country },
        { label: t('firms.fields.notes'), value: firm.notes },
        { label: t('firms.fields.editedBy'), value: firm.edited_by?.name },
        { label: t('common.fields.updatedAt'), value: formatDateTime(firm.updated_at) },
      ]}
    >
      {isDeleted && <Alert severity="info">{t('common.states.readOnlyDeleted')}</Alert>}
    </RecordDialog>
  )
}
