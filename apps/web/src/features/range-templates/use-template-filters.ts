import { useTranslation } from 'react-i18next'
import type { FilterField } from '../../shared/list/filter-field.ts'

export function useTemplateFilters(): FilterField[] {
  const { t } = useTranslation()
  return [
    {
      kind: 'choice',
      name: 'active',
      label: t('rangeTemplates.fields.active'),
      options: [
        { value: '1', label: t('rangeTemplates.active.yes') },
        { value: '0', label: t('rangeTemplates.active.no') },
      ],
    },
    { kind: 'text', name: 'name', label: t('rangeTemplates.fields.name'), more: true },
  ]
}
