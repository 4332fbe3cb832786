import { mdiRadar } from '@mdi/js'
import Chip from '@mui/material/Chip'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFromNow } from '../../shared/clock/use-now.ts'
import { formatTime } from '../../shared/format/date-time.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { openUntil, terminalQueries } from '../records/public/terminals.queries.ts'

/** Says until when the enrolment window is open, and opens the dialog that closes it; nothing while it is closed. */
export function EnrolmentChip({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  const enrolment = useQuery(terminalQueries.enrolment()).data
  const until = useFromNow((now) => openUntil(enrolment, now))
  return (
    until !== null && (
      <Chip
        component="button"
        clickable
        variant="outlined"
        icon={<Icon path={mdiRadar} />}
        label={t('terminals.enrolment.openUntil', { time: formatTime(until) })}
        onClick={onOpen}
        sx={{ minHeight: { xs: 44, sm: 32 } }}
      />
    )
  )
}
