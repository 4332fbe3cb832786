import { terminalsApi } from '@dalyan/contracts/terminals'
import { mdiRadar } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/clock/use-now.ts'
import { call } from '../../shared/api/call.ts'
import { formatTime } from '../../shared/format/date-time.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { doorQueries } from './door.queries.ts'

const EnrolmentDialog = lazy(async () => ({ default: (await import('./dialogs/EnrolmentDialog.tsx')).EnrolmentDialog }))

/** The window in which many new devices may enter the list: opens it, says until when, closes it. */
export function Enrolment() {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const cache = useQueryClient()
  const enrol = useMutation({
    mutationFn: (minutes: number) => call(terminalsApi.enrol, { body: { minutes } }),
    onSuccess: (state) => cache.setQueryData(doorQueries.enrolment().queryKey, state),
  })
  const until = useQuery(doorQueries.enrolment()).data?.until ?? null
  const isOpen = useNow() < Date.parse(until ?? '')
  return (
    <>
      {isOpen && until !== null ? (
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
      ) : (
        <Button startIcon={<Icon path={mdiRadar} />} onClick={() => setIsAsking(true)}>
          {t('terminals.enrolment.open')}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <EnrolmentDialog
            onOpen={async (minutes) => {
              await enrol.mutateAsync(minutes)
              setIsAsking(false)
            }}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
