import type { TankStatus } from '@dalyan/contracts/tanks'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../shared/ui/StatusChip.tsx'

export function TankStatusChip({ status }: { status: TankStatus }) {
  const { t } = useTranslation()
  return <StatusChip look={status} label={t(`tanks.status.${status}`)} />
}
