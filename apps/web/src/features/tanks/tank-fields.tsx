import type { Tank } from '@dalyan/contracts/tanks'
import type { TFunction } from 'i18next'
import { formatDateTime } from '../../shared/format/date-time.ts'
import type { RecordField } from '../../shared/ui/RecordFields.tsx'
import { TankStatusChip } from './TankStatusChip.tsx'

/** All fields of a tank, for its dialog and its own page. */
export function tankFields(tank: Tank, t: TFunction): RecordField[] {
  return [
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
    { label: t('common.fields.createdAt'), value: formatDateTime(tank.created_at) },
    { label: t('tanks.fields.updatedAt'), value: formatDateTime(tank.updated_at) },
  ]
}
