import { mdiContentDuplicate, mdiDeleteOutline, mdiEyeOutline, mdiPencil } from '@mdi/js'
import { useTranslation } from 'react-i18next'
import { RowActions } from '../../shared/list/RowActions.tsx'

interface Props {
  name: string
  onOpen: (dialog: 'view' | 'edit' | 'copy' | 'delete') => void
}

export function TemplateActions({ name, onOpen }: Props) {
  const { t } = useTranslation()
  return (
    <RowActions
      name={name}
      main={{ label: t('common.actions.edit'), icon: mdiPencil, onClick: () => onOpen('edit') }}
      actions={[
        { label: t('common.actions.view'), icon: mdiEyeOutline, onClick: () => onOpen('view') },
        { label: t('rangeTemplates.duplicate'), icon: mdiContentDuplicate, onClick: () => onOpen('copy') },
        { label: t('common.actions.delete'), icon: mdiDeleteOutline, onClick: () => onOpen('delete'), danger: true },
      ]}
    />
  )
}
