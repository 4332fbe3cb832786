import { ORDER_STATUSES } from '@dalyan/contracts/orders'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '../../shared/list/filter-field.ts'
import { firmQueries } from '../records/public/firms.queries.ts'

/** The order list's filters; by firm for those who see all of them. */
export function useOrderFilters(isManager: boolean): FilterField[] {
  const { t } = useTranslation()
  const firms = useQuery({ ...firmQueries.options(), enabled: isManager }).data ?? []
  return [
    {
      kind: 'words',
      name: 'status',
      label: t('orders.fields.status'),
      options: ORDER_STATUSES.map((value) => ({ value, label: t(`home.orderStatus.${value}`) })),
    },
    ...(isManager
      ? [
          {
            kind: 'choice' as const,
            name: 'firm_id',
            label: t('orders.fields.firm'),
            options: firms.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]
      : []),
  ]
}
