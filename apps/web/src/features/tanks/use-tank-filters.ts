import { TANK_CONDITIONS, WRITABLE_TANK_STATUSES } from '@dalyan/contracts/tanks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '../../shared/list/filter-field.ts'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { firmQueries } from '../records/public/firms.queries.ts'
import { rangeTemplateQueries } from '../records/public/range-templates.queries.ts'

/** The tank list's filters; those over records that only administrators see are theirs. */
export function useTankFilters(): FilterField[] {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'tanks.manage')
  const templates = useQuery({ ...rangeTemplateQueries.options(), enabled: isManager }).data ?? []
  const firms = useQuery({ ...firmQueries.options(), enabled: isManager }).data ?? []
  const forManagers: FilterField[] = [
    {
      kind: 'choice',
      name: 'range_template_id',
      label: t('tanks.fields.rangeTemplate'),
      options: templates.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      kind: 'choice',
      name: 'firm_id',
      label: t('tanks.fields.firm'),
      options: firms.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { kind: 'switch', name: 'include_deleted', label: t('common.table.includeDeleted') },
  ]
  return [
    {
      kind: 'words',
      name: 'status',
      label: t('tanks.fields.status'),
      options: WRITABLE_TANK_STATUSES.map((value) => ({ value, label: t(`tanks.status.${value}`) })),
    },
    {
      kind: 'words',
      name: 'condition',
      label: t('tanks.fields.condition'),
      options: TANK_CONDITIONS.map((value) => ({ value, label: t(`tanks.condition.${value}`) })),
    },
    ...(isManager ? forManagers : []),
    { kind: 'text', name: 'province', label: t('tanks.fields.province'), more: true },
    { kind: 'text', name: 'district', label: t('tanks.fields.district'), more: true },
    { kind: 'text', name: 'iot_code', label: t('tanks.fields.terminalCode'), more: true },
    {
      kind: 'choice',
      name: 'has_iot',
      label: t('tanks.fields.hasTerminal'),
      more: true,
      options: [
        { value: '1', label: t('common.fields.yes') },
        { value: '0', label: t('common.fields.no') },
      ],
    },
    { kind: 'text', name: 'code', label: t('tanks.fields.code'), more: true },
    { kind: 'text', name: 'name', label: t('tanks.fields.name'), more: true },
    { kind: 'text', name: 'notes', label: t('tanks.fields.notes'), more: true },
  ]
}
