import type { Alarm } from '@dalyan/contracts/alarms'
import { mdiRestore } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { returnedTogetherText } from '../../../shared/alarms/alarm-facts.ts'
import { useNow } from '../../../shared/clock/use-now.ts'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { alarmMutations } from '../../alarms/alarms.queries.ts'

/** The tank's alarms that have returned: one line, one acknowledgement for all, and each in its strip on request. */
export function ReturnedStrips({ alarms, strip }: { alarms: readonly Alarm[]; strip: (alarm: Alarm) => ReactNode }) {
  const { t } = useTranslation()
  const now = useNow()
  const user = useUser()
  const show = useSnackbar()
  const [isOpen, setIsOpen] = useState(false)
  const acknowledge = useMutation({
    ...alarmMutations.acknowledgeMany(useQueryClient()),
    onSuccess: ({ data }) => show(t('alarms.messages.acked', { count: data.length })),
  })
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box
        sx={({ tokens }) => ({
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '4px 12px',
          px: 1.25,
          py: 1,
          border: `2px dashed ${tokens.alarm.rtn_unack.border}`,
          borderRadius: 1,
          bgcolor: 'background.paper',
        })}
      >
        <Icon path={mdiRestore} sx={{ color: 'text.secondary' }} />
        <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <b>{t('alarms.returned', { count: alarms.length })}</b>
          <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{returnedTogetherText(t, alarms, now)}</Box>
        </Box>
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'alarms.actions.hide' : 'alarms.actions.show')}
        </Button>
        {may(user, 'alarms.acknowledge') && (
          <WriteButton
            variant="contained"
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate(alarms.map(({ id }) => id))}
          >
            {t('alarms.actions.ackAll', { count: alarms.length })}
          </WriteButton>
        )}
      </Box>
      {acknowledge.error && <ErrorAlert title={t('alarms.messages.ackFailed')} error={acknowledge.error} />}
      {isOpen && alarms.map((alarm) => <div key={alarm.id}>{strip(alarm)}</div>)}
    </Box>
  )
}
