import { FIRM_TYPES, WRITABLE_FIRM_STATUSES } from '@dalyan/contracts/firms'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '../../shared/list/filter-field.ts'

export function useFirmFilters(): FilterField[] {
  const { t } = useTranslation()
  return [
    {
      kind: 'words',
      name: 'type',
      label: t('firms.fields.type'),
      options: FIRM_TYPES.map((value) => ({ value, label: t(`firms.type.${value}`) })),
    },
    {
      kind: 'words',
      name: 'status',
      label: t('firms.fields.status'),
      options: WRITABLE_FIRM_STATUSES.map((value) => ({ value, label: t(`firms.status.${value}`) })),
    },
    { kind: 'switch', name: 'include_deleted', label: t('common.table.includeDeleted') },
    { kind: 'text', name: 'province', label: t('firms.fields.province'), more: true },
    { kind: 'text', name: 'city', label: t('firms.fields.city'), more: true },
  ]
}
