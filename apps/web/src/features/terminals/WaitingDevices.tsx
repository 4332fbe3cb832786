import { mdiPlaylistRemove, mdiRadar } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/clock/use-now.ts'
import { formatTime } from '../../shared/format/date-time.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { WAITING } from './QuickFilters.tsx'
import { terminalQueries, useEnrolment } from '../records/public/terminals.queries.ts'

/** The enrolment window, in which many new devices may enter the list: a button that opens it, else its end and a button that closes it. */
export function Enrolment({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  const enrol = useEnrolment()
  const until = useQuery(terminalQueries.enrolment()).data?.until ?? null
  const isOpen = useNow() < Date.parse(until ?? '')
  if (!isOpen || until === null) {
    return (
      <Button startIcon={<Icon path={mdiRadar} />} onClick={onOpen}>
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

/** Removes all devices that wait to be authorized from the list; nothing while none waits. */
export function RemoveWaitingButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  const { data: count = 0 } = useQuery(terminalQueries.count(WAITING))
  if (count === 0) return null
  return (
    <Button startIcon={<Icon path={mdiPlaylistRemove} />} onClick={onOpen}>
      {t('terminals.waiting.open')}
    </Button>
  )
}
