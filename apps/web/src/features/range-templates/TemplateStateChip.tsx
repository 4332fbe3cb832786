import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../shared/ui/StatusChip.tsx'

export function TemplateStateChip({ active }: { active: boolean }) {
  const { t } = useTranslation()
  return (
    <StatusChip look={active ? 'active' : 'inactive'} label={t(`rangeTemplates.active.${active ? 'yes' : 'no'}`)} />
  )
}
