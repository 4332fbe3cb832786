import type { AlarmFigures } from '@dalyan/contracts/alarm-statistics'
import { formatLength } from '../../../shared/format/age.ts'

/** How long the first acknowledgement took in the middle; null where nobody acknowledged. */
export function waitText({ ack_median_seconds }: Pick<AlarmFigures, 'ack_median_seconds'>): string | null {
  return ack_median_seconds === null ? null : formatLength(ack_median_seconds * 1000)
}
