import { CONNECTIONS, WRITABLE_TERMINAL_STATUSES } from '@dalyan/contracts/terminals'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '../../shared/list/filter-field.ts'

/** Filters of the terminal list. A deleted terminal, and one without a tank, belongs to no firm: only managers see such ones. */
export function useTerminalFilters(isManager: boolean): FilterField[] {
  const { t } = useTranslation()
  const filters: FilterField[] = [
    {
      kind: 'words',
      name: 'status',
      label: t('terminals.fields.status'),
      options: WRITABLE_TERMINAL_STATUSES.map((value) => ({ value, label: t(`terminals.status.${value}`) })),
    },
    {
      kind: 'words',
      name: 'connection',
      label: t('terminals.fields.connection'),
      options: CONNECTIONS.map((value) => ({
        value,
        label: t(value === 'never' ? 'common.status.neverSeen' : `common.status.${value}`),
      })),
    },
    { kind: 'switch', name: 'include_deleted', label: t('common.table.includeDeleted') },
    {
      kind: 'choice',
      name: 'has_tank',
      label: t('terminals.fields.hasTank'),
      more: true,
      options: [
        { value: '1', label: t('common.fields.yes') },
        { value: '0', label: t('common.fields.no') },
      ],
    },
    { kind: 'text', name: 'tank_code', label: t('terminals.filters.tankCode'), more: true },
    { kind: 'text', name: 'code', label: t('terminals.filters.code'), more: true },
  ]
  return isManager ? filters : filters.filter(({ name }) => name !== 'include_deleted' && name !== 'has_tank')
}
