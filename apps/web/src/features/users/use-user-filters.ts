import { ROLE_NAMES } from '@dalyan/contracts/permissions'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '../../shared/list/filter-field.ts'
import { roleWord } from '../records/public/role-words.ts'

export function useUserFilters(): FilterField[] {
  const { t } = useTranslation()
  return [
    {
      kind: 'words',
      name: 'role',
      label: t('users.fields.role'),
      options: ROLE_NAMES.map((value) => ({ value, label: roleWord(t, value) })),
    },
    { kind: 'text', name: 'name', label: t('users.fields.name'), more: true },
    { kind: 'text', name: 'email', label: t('users.fields.email'), more: true },
    { kind: 'days', name: 'created_at', label: t('users.fields.createdAt') },
  ]
}
