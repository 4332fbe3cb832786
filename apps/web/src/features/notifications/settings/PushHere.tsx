import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../shared/session/user-context.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { notificationKeys } from '../notifications.queries.ts'
import { readPushState, turnPushOff, turnPushOn } from './push-here.ts'

/** Push in this browser: on, off, or in plain words why it cannot be. */
export function PushHere({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { id } = useUser()
  const state = useQuery({
    queryKey: [...notificationKeys.preferences, 'push-here', isKnown],
    queryFn: () => readPushState(isKnown, id),
  }).data
  const turning = useMutation({
    mutationFn: () => (state === 'on' ? turnPushOff() : turnPushOn(id)),
    onSettled: () => cache.invalidateQueries({ queryKey: notificationKeys.preferences }),
  })
  if (state === undefined) return null
  if (state !== 'on' && state !== 'off') return <Alert severity="info">{t(`notifications.push.${state}`)}</Alert>
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <span role="status">{t(`notifications.push.${state}`)}</span>
        <WriteButton
          size="small"
          variant={state === 'on' ? 'text' : 'contained'}
          disabled={turning.isPending}
          onClick={() => turning.mutate()}
        >
          {turning.isPending
            ? t('notifications.push.turning')
            : t(state === 'on' ? 'notifications.push.turnOff' : 'notifications.push.turnOn')}
        </WriteButton>
      </Box>
      {turning.error && <ErrorAlert title={t('notifications.push.failed')} error={turning.error} />}
    </>
  )
}
