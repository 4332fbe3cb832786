import type { Instant } from '@dalyan/contracts/instant'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useFromNow } from '../clock/use-now.ts'
import { formatAge } from '../format/age.ts'
import { formatDateTimeWithSeconds } from '../format/date-time.ts'

interface Props {
  /** Epoch milliseconds. */
  at: number
  align?: 'start' | 'end'
}

/** An age that updates every second; as wide as the longest age, so that no element beside it moves. */
export function AgeText({ at, align = 'start' }: Props) {
  const { t } = useTranslation()
  const age = useFromNow((now) => formatAge(t, Math.max(0, now - at)))
  return (
    <Box
      component="span"
      data-age
      sx={{ display: 'inline-block', minWidth: '5.5em', textAlign: align, whiteSpace: 'nowrap' }}
    >
      {age}
    </Box>
  )
}

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
