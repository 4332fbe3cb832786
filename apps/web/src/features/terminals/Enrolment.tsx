import { mdiRadar } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/clock/use-now.ts'
import { formatTime } from '../../shared/format/date-time.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { deviceApiQueries } from './device-api.queries.ts'
import { useEnrolment } from './use-enrolment.ts'

/** The window in which many new devices may enter the list: the way to it, until when it is open, its end. */
export function Enrolment({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation()
  const enrol = useEnrolment()
  const until = useQuery(deviceApiQueries.enrolment()).data?.until ?? null
  const isOpen = useNow() < Date.parse(until ?? '')
  if (!isOpen || until === null) {
    return (
      <Button startIcon={<Icon path={mdiRadar} />} onClick={onAsk}>
        {t('terminals.enrolment.open')}
      </Button>
    )
  }
  return (
    <Alert
      severity="info"
      sx={{ py: 0 }}
      action={
        <WriteButton color="inherit" size="small" onClick={() => enrol.mutate(0)}>
          {t('terminals.enrolment.stop')}
        </WriteButton>
      }
    >
      {t('terminals.enrolment.openUntil', { time: formatTime(until) })}
    </Alert>
  )
}
