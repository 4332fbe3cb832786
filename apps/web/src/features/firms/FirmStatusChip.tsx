import type { FirmStatus } from '@dalyan/contracts/firms'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../shared/ui/StatusChip.tsx'

export function FirmStatusChip({ status }: { status: FirmStatus }) {
  const { t } = useTranslation()
  return <StatusChip look={status} label={t(`firms.status.${status}`)} />
}
