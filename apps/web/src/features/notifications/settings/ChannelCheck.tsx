import { notificationsApi, type ChannelHealth } from '@dalyan/contracts/notifications'
import { mdiAlertCircleOutline, mdiCellphoneCheck } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { DividedItem } from '../../../shared/ui/DividedItem.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'
import { TitledCard } from '../../../shared/ui/PageSection.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { Delivered, TestButton, TestOutcome } from '../Delivered.tsx'
import { notificationKeys } from '../notifications.queries.ts'
import { readPushState, turnPushOff, turnPushOn } from './push-here.ts'

/** One channel: whether it is set up, its last delivery, and a test. */
function ChannelCheck({ health }: { health: ChannelHealth }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { email } = useUser()
  const { channel, ready, reason, last_success_at, last_failure_at } = health
  const name = t(`notifications.channel.${channel}`)
  const isFailing = last_failure_at !== null && (last_success_at === null || last_failure_at > last_success_at)
  const testing = useMutation({
    mutationFn: () => call(notificationsApi.test, { body: { channel } }),
    onSettled: () => cache.invalidateQueries({ queryKey: notificationKeys.preferences }),
  })
  return (
    <DividedItem>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h3">{name}</Typography>
        {!ready && <StatusChip look="inactive" label={t('notifications.health.notReady')} />}
        {ready && isFailing && (
          <StatusChip look="offline" icon={mdiAlertCircleOutline} label={t('notifications.health.failing')} />
        )}
        {ready && !isFailing && <StatusChip look="active" label={t('notifications.health.ready')} />}
        <Box sx={{ flex: 1 }} />
        <TestButton testing={testing} disabled={!ready} label={t('notifications.health.testOf', { channel: name })} />
      </Box>
      {reason && <Typography variant="body2">{t(`notifications.health.${reason}`)}</Typography>}
      {channel === 'mail' && ready && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {t('notifications.health.mailTo', { email })}
        </Typography>
      )}
      {channel === 'push' && <PushHere isKnown={reason !== 'no_subscription'} />}
      <Delivered {...health} />
      <TestOutcome testing={testing} />
    </DividedItem>
  )
}

/** The state of each channel with a test message; administrators also see the installation's channels. */
export function ChannelsHealth({ health }: { health: readonly ChannelHealth[] }) {
  const { t } = useTranslation()
  const isAdmin = may(useUser(), 'settings.manage')
  return (
    <TitledCard icon={mdiCellphoneCheck} title={t('notifications.health.title')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {t(isAdmin ? 'notifications.health.hint' : 'notifications.health.hintOwn')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {health.map((channel) => (
          <ChannelCheck key={channel.channel} health={channel} />
        ))}
      </Box>
    </TitledCard>
  )
}

/** Push in this browser: on, off, or why it is not possible. */
function PushHere({ isKnown }: { isKnown: boolean }) {
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
