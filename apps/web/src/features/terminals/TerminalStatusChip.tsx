import type { TerminalStatus } from '@dalyan/contracts/terminals'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../shared/ui/StatusChip.tsx'

export function TerminalStatusChip({ status }: { status: TerminalStatus }) {
  const { t } = useTranslation()
  return <StatusChip look={status} label={t(`terminals.status.${status}`)} />
}
