import type { Instant } from '@dalyan/contracts/instant'
import { useTranslation } from 'react-i18next'
import { formatDateTimeWithSeconds } from '../format/date-time.ts'
import { AgeText } from './AgeText.tsx'

/** How long ago a terminal sent something; updates every second. */
export function LastSeen({ at }: { at: Instant | null }) {
  const { t } = useTranslation()
  // The text beside it says already that the terminal never sent a message.
  if (at === null) return t('common.fields.none')
  return (
    <time dateTime={at} title={formatDateTimeWithSeconds(at)}>
      <AgeText at={Date.parse(at)} />
    </time>
  )
}
