import type { Instant } from '@dalyan/contracts/instant'
import { useTranslation } from 'react-i18next'
import { useNow } from '../clock/use-now.ts'
import { formatAge } from '../format/age.ts'
import { formatDateTimeWithSeconds } from '../format/date-time.ts'

/** How long ago something was heard, counting by itself. */
export function LastSeen({ at }: { at: Instant | null }) {
  const { t } = useTranslation()
  const now = useNow()
  // That it was never heard stands beside it already.
  if (at === null) return t('common.fields.none')
  return (
    <time dateTime={at} title={formatDateTimeWithSeconds(at)} style={{ whiteSpace: 'nowrap' }}>
      {formatAge(t, now - Date.parse(at))}
    </time>
  )
}
