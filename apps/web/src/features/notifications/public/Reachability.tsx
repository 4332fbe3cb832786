import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readStored, writeStored } from '../../../shared/browser/storage.ts'
import { useUser } from '../../../shared/session/user.ts'
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx'
import { onDemand } from '../../../shared/ui/on-demand.tsx'
import { notificationKeys, notificationQueries } from '../notifications.queries.ts'
import { isPushOwner, readPushState } from '../settings/push-here.ts'

const ReachProblems = onDemand(async () => (await import('../reach/ReachProblems.tsx')).ReachProblems)

const OPENED_KEY = 'opened-at'
const DAY_MS = 86_400_000
/** A browser may withdraw what a page that nobody opens was allowed. */
const LONG_AWAY_DAYS = 14

/** Warns a user whose device no longer gets alarms, and administrators of whose firms nobody would be notified. */
export function Reachability() {
  const { t } = useTranslation()
  const { id } = useUser()
  const preferences = useQuery(notificationQueries.preferences()).data
  const isKnown = preferences?.health.some(({ channel, reason }) => channel === 'push' && reason !== 'no_subscription')
  const push = useQuery({
    queryKey: [...notificationKeys.preferences, 'push-here', isKnown],
    queryFn: () => readPushState(isKnown ?? false, id),
    enabled: isKnown !== undefined && isPushOwner(id),
  }).data
  const daysAway = useDaysAway()
  if (!preferences) return null
  const lost = push !== undefined && push !== 'on' ? push : null
  const away = push === 'on' && daysAway >= LONG_AWAY_DAYS ? daysAway : null
  const unreached = preferences.nobody_notified ? [] : preferences.unreached_firms
  return (
    <>
      {(lost ?? away ?? unreached[0]) && <ReachProblems lost={lost} daysAway={away} unreached={unreached} />}
      {preferences.nobody_notified && (
        <Alert
          severity="warning"
          action={
            <ButtonLink to="/profile" search={{ tab: 'notifications' }} color="inherit" size="small">
              {t('home.tryChannels')}
            </ButtonLink>
          }
        >
          {t('home.nobodyNotified')}
        </Alert>
      )}
    </>
  )
}

/** For how many full days this browser had not opened the page before now. */
function useDaysAway(): number {
  const [days] = useState(() => Math.floor((Date.now() - Number(readStored(OPENED_KEY) ?? Date.now())) / DAY_MS))
  useEffect(() => writeStored(OPENED_KEY, String(Date.now())), [])
  return days
}
