import type { Tank } from '@dalyan/contracts/tanks'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { RecordDialog } from '../../../shared/form/RecordDialog.tsx'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { TankStatusChip } from '../TankStatusChip.tsx'

/** A tank to read, with who changed it last. */
export function TankView({ tank, onEdit, onClose }: { tank: Tank; onEdit: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const isDeleted = tank.status === 'deleted'
  return (
    <RecordDialog
      title={t('tanks.viewTitle', { code: tank.code })}
      actions={!isDeleted && <Button onClick={onEdit}>{t('common.actions.edit')}</Button>}
      onClose={onClose}
      fields={[
        { label: t('tanks.fields.code'), value: <span lang="en">{tank.code}</span> },
        { label: t('tanks.fields.name'), value: tank.name },
        { label: t('tanks.fields.status'), value: <TankStatusChip status={tank.status} /> },
        ...(tank.suspended_until
          ? [{ label: t('common.fields.suspendedUntil'), value: formatDateTime(tank.suspended_until) }]
          : []),
        { label: t('tanks.fields.firm'), value: tank.firm?.name },
        { label: t('tanks.fields.rangeTemplate'), value: tank.range_template?.name },
        { label: t('tanks.fields.terminals'), value: tank.iots.map(({ code }) => code).join(', ') },
        { label: t('tanks.fields.province'), value: tank.province },
        { label: t('tanks.fields.district'), value: tank.district },
        { label: t('tanks.fields.location'), value: tank.location },
        { label: t('tanks.fields.address'), value: tank.address },
        { label: t('tanks.fields.notes'), value: tank.notes },
        { label: t('tanks.fields.lastModifiedBy'), value: tank.last_modified_by?.name },
        { label: t('tanks.fields.lastActionTime'), value: tank.last_action_at && formatDateTime(tank.last_action_at) },
      ]}
    >
      {isDeleted && <Alert severity="info">{t('common.states.readOnlyDeleted')}</Alert>}
    </RecordDialog>
  )
}
