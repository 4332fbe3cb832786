import type { DeliveryState } from '@dalyan/contracts/webhooks'
import { mdiAlertCircleOutline, mdiCheck, mdiMinusCircleOutline, mdiTimerSand } from '@mdi/js'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'

const LOOKS = {
  waiting: { icon: mdiTimerSand, look: 'suspended' },
  delivered: { icon: mdiCheck, look: 'active' },
  failed: { icon: mdiAlertCircleOutline, look: 'banned' },
  dropped: { icon: mdiMinusCircleOutline, look: 'inactive' },
} as const satisfies Record<DeliveryState, object>

/** What became of a delivery, in words with an icon. */
export function DeliveryStateChip({ state }: { state: DeliveryState }) {
  const { t } = useTranslation()
  return <StatusChip {...LOOKS[state]} label={t(`notifications.webhooks.state.${state}`)} />
}
