import type { Instant } from '@dalyan/contracts/instant'
import { useTranslation } from 'react-i18next'
import { formatDateTimeWithSeconds } from '../format/date-time.ts'
import { AgeText } from './AgeText.tsx'

/** How long ago something was heard, counting by itself. */
export function LastSeen({ at }: { at: Instant | null }) {
  const { t } = useTranslation()
  // That it was never heard stands beside it already.
  if (at === null) return t('common.fields.none')
  return (
    <time dateTime={at} title={formatDateTimeWithSeconds(at)}>
      <AgeText at={Date.parse(at)} />
    </time>
  )
}
