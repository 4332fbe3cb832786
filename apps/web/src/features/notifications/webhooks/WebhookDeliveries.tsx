import type { WebhookDelivery, DeliveryState } from '@dalyan/contracts/webhooks'
import { mdiAlertCircleOutline, mdiCheck, mdiMinusCircleOutline, mdiTimerSand } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTimeWithSeconds, formatTimeWithSeconds } from '../../../shared/format/date-time.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { webhookQueries } from './webhooks.queries.ts'

/** The last deliveries and why one failed. */
export function WebhookDeliveries({ id, label }: { id: number; label: string }) {
  const { t } = useTranslation()
  const sent = useQuery(webhookQueries.deliveries(id))
  if (sent.error && !sent.data) return <QueryError title={t('notifications.webhooks.deliveriesFailed')} query={sent} />
  if (!sent.data) return <Skeleton height={56} />
  if (sent.data.data.length === 0) return <Typography>{t('notifications.webhooks.noDeliveries')}</Typography>
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {sent.data.data.map((delivery) => (
        <DeliveryLine key={delivery.id} {...delivery} />
      ))}
    </Box>
  )
}

function DeliveryLine(delivery: WebhookDelivery) {
  const { t } = useTranslation()
  const { event, alarms, state, tries, queued_at, tried_at, took_ms, status, error, answer, next_try_at } = delivery
  // The date is shown once, unless it differs.
  const time = (at: string) =>
    formatDate(at) === formatDate(queued_at) ? formatTimeWithSeconds(at) : formatDateTimeWithSeconds(at)
  const about = [
    tried_at !== null && t('notifications.webhooks.tried', { time: time(tried_at), tries }),
    status !== null && `HTTP ${status}`,
    took_ms !== null && t('notifications.webhooks.took', { ms: took_ms }),
    next_try_at !== null && t('notifications.webhooks.nextTry', { time: time(next_try_at) }),
  ].filter((part) => part !== false)
  return (
    <Box
      component="li"
      sx={({ tokens: { palette } }) => ({
        p: 1,
        borderRadius: 1,
        bgcolor: palette.surfaceVariant,
        display: 'grid',
        gap: 0.5,
        overflowWrap: 'anywhere',
      })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
        <StatusChip {...LOOKS[state]} label={t(`notifications.webhooks.state.${state}`)} />
        <Box component="span" sx={{ fontWeight: 500 }}>
          {t(EVENT_WORD[event])}
          {alarms > 1 && ` · ${t('notifications.webhooks.alarms', { number: alarms })}`}
        </Box>
        <Box component="time" dateTime={queued_at} sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {formatDateTimeWithSeconds(queued_at)}
        </Box>
      </Box>
      {about.length > 0 && <Typography variant="body2">{about.join(' · ')}</Typography>}
      {error !== null && !error.startsWith('HTTP ') && (
        <Typography variant="body2" lang="en">
          {error}
        </Typography>
      )}
      {answer !== null && (
        <Quiet small>
          {t('notifications.webhooks.answer')} <q lang="en">{answer}</q>
        </Quiet>
      )}
    </Box>
  )
}

const LOOKS = {
  waiting: { icon: mdiTimerSand, look: 'suspended' },
  delivered: { icon: mdiCheck, look: 'active' },
  failed: { icon: mdiAlertCircleOutline, look: 'banned' },
  dropped: { icon: mdiMinusCircleOutline, look: 'inactive' },
} as const satisfies Record<DeliveryState, object>

/** The locale key of each event; a dot in the last part would split the key. */
export const EVENT_WORD = {
  'alarm.raised': 'notifications.webhooks.event.alarm_raised',
  'alarm.notified_again': 'notifications.webhooks.event.alarm_notified_again',
  'alarm.reminder': 'notifications.webhooks.event.alarm_reminder',
  'alarm.acknowledged': 'notifications.webhooks.event.alarm_acknowledged',
  'alarm.shelved': 'notifications.webhooks.event.alarm_shelved',
  'alarm.cleared': 'notifications.webhooks.event.alarm_cleared',
  'alarm.closed': 'notifications.webhooks.event.alarm_closed',
  test: 'notifications.webhooks.event.test',
} as const satisfies Record<WebhookDelivery['event'], string>
