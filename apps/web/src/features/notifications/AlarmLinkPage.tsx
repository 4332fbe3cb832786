import { isOfLimit } from '@dalyan/contracts/alarm-words'
import { type Alarm, alarmsApi } from '@dalyan/contracts/alarms'
import { alarmLinksApi, type LinkedAlarm as LinkedAlarmAnswer } from '@dalyan/contracts/notifications'
import { mdiChartLine, mdiCheckCircle, mdiFingerprint } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import alarmPage from '../../locales/tr/alarm-page.json' with { type: 'json' }
import notifications from '../../locales/tr/notifications.json' with { type: 'json' }
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { sessionToken } from '../../shared/api/session-token.ts'
import { useNow } from '../../shared/clock/use-now.ts'
import { formatDateTime, formatTime } from '../../shared/format/date-time.ts'
import { formatMetric } from '../../shared/format/number.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { may } from '../../shared/session/user.ts'
import { usePage } from '../../shared/ui/page-state.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'
import { ProgressLine } from '../../shared/ui/ProgressLine.tsx'
import { RecordFields } from '../../shared/ui/RecordFields.tsx'
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { alarmName, chartSearch, returnedText, sinceText, stateText } from '../alarms/public/alarm-facts.ts'
import { alarmCondition, isWaiting } from '../alarms/public/alarm-look.ts'
import { SeverityMark } from '../alarms/public/SeverityMark.tsx'
import { authQueries } from '../auth/public/auth.queries.ts'
import { rememberStop } from '../auth/public/stopped-at.ts'
import { BrandIcon } from '../branding/public/BrandIcon.tsx'
import { settingsQueries } from '../settings/public/settings.queries.ts'

addWords({ notifications, alarmPage })

const PasskeyLogin = onDemand(async () => (await import('../auth/public/PasskeyLogin.tsx')).PasskeyLogin)

const REFRESH_MS = 15_000
const LARGEST_ID = 2_147_483_647

/** The alarm that a token names, whether or not it is still valid; null: it names none. */
function alarmIdOf(token: string): number | null {
  const id = parseInt(/^([0-9a-z]{1,8})\./.exec(token)?.[1] ?? '', 36)
  return id > 0 && id <= LARGEST_ID ? id : null
}

/**
 * The page that a message links to: one alarm and one button, without a session. The token stands behind `#`. Whoever signs in here by a passkey
 * acknowledges under the own name, also after the link is over.
 */
export function AlarmLinkPage() {
  const { t } = useTranslation()
  const [isSignedIn, setIsSignedIn] = useState(false)
  const token = useLocation({ select: ({ hash }) => hash })
  const settings = useQuery(settingsQueries.system())
  const link = useQuery({
    queryKey: ['alarm-link', token],
    queryFn: ({ signal }) => call(alarmLinksApi.show, { body: { token } }, signal),
    enabled: token !== '',
    refetchInterval: ({ state }) => (state.data ? REFRESH_MS : false),
  })
  usePage(t('notifications.link.title'), !link.isLoading)
  const isOver = link.error instanceof ApiError && link.error.status === 404
  const alarmId = alarmIdOf(token)
  const bySession = alarmId !== null && (isSignedIn || (isOver && sessionToken.get() !== null))
  const signIn = alarmId !== null && <PasskeyOffer isOver={isOver} onSignedIn={() => setIsSignedIn(true)} />
  return (
    <Box
      component="main"
      sx={{
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'start',
        minHeight: '100dvh',
        p: { xs: 1.5, sm: 4 },
      }}
    >
      <Paper
        variant="outlined"
        sx={{ width: '100%', maxWidth: 480, p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          <BrandIcon size={28} />
          {settings.data?.system_name}
        </Box>
        {link.isLoading && <ProgressLine />}
        {token === '' && <Typography role="alert">{t('notifications.link.missing')}</Typography>}
        {bySession && <OwnAlarm id={alarmId} />}
        {link.error && !link.data && !bySession && (
          <>
            <ErrorAlert
              title={t('notifications.link.failed')}
              error={link.error}
              {...(isOver ? {} : { onRetry: () => void link.refetch() })}
            />
            {isOver && <Typography>{t('notifications.link.over')}</Typography>}
            {isOver && signIn}
          </>
        )}
        {link.data && !bySession && (
          <LinkedAlarm token={token} linked={link.data}>
            {signIn}
          </LinkedAlarm>
        )}
        {!link.data && !bySession && (
          <ButtonLink to="/" variant="outlined" size="large">
            {t('notifications.link.login')}
          </ButtonLink>
        )}
      </Paper>
    </Box>
  )
}

/** Signs in by a passkey on this page, as the login does; the code waits for a click. Nothing where the browser has no passkeys. */
function PasskeyOffer({ isOver, onSignedIn }: { isOver: boolean; onSignedIn: () => void }) {
  const { t } = useTranslation()
  const [isAsked, setIsAsked] = useState(false)
  if (!('PublicKeyCredential' in window)) return null
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      {isAsked ? (
        <PasskeyLogin isAsked onSignedIn={onSignedIn} />
      ) : (
        <Button
          variant={isOver ? 'contained' : 'text'}
          startIcon={<Icon path={mdiFingerprint} />}
          onClick={() => setIsAsked(true)}
          sx={{ minHeight: isOver ? 56 : 44 }}
        >
          {t('auth.passkey')}
        </Button>
      )}
      <Quiet small>{t(isOver ? 'notifications.link.passkeyOver' : 'notifications.link.passkeyOther')}</Quiet>
    </Box>
  )
}

/** The alarm as the signed-in user sees it, who acknowledges it under the own name. */
function OwnAlarm({ id }: { id: number }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const me = useQuery(authQueries.me()).data
  const key = ['alarm-link', 'own', id]
  const alarm = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(alarmsApi.get, { params: { id } }, signal),
    refetchInterval: REFRESH_MS,
  })
  if (alarm.error && !alarm.data)
    return (
      <>
        <ErrorAlert title={t('notifications.link.failed')} error={alarm.error} onRetry={() => void alarm.refetch()} />
        <ButtonLink to="/home" variant="outlined" size="large">
          {t('notifications.link.home')}
        </ButtonLink>
      </>
    )
  if (!alarm.data || !me) return <ProgressLine />
  return (
    <AlarmCard
      alarm={alarm.data}
      as={may(me, 'alarms.acknowledge') ? t('notifications.link.asOwn', { name: me.name }) : null}
      acknowledge={() => call(alarmsApi.acknowledge, { params: { id }, body: {} })}
      onAcknowledged={(after) => cache.setQueryData(key, after)}
      onFailed={() => void cache.invalidateQueries({ queryKey: key })}
    />
  )
}

/** The alarm of a link, which acknowledges it as the user it was sent to. */
function LinkedAlarm({ token, linked, children }: { token: string; linked: LinkedAlarmAnswer; children: ReactNode }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { alarm, user, expires_at } = linked
  const key = ['alarm-link', token]
  return (
    <AlarmCard
      alarm={alarm}
      as={t('notifications.link.as', { name: user.name, time: formatTime(expires_at) })}
      acknowledge={() => call(alarmLinksApi.acknowledge, { body: { token } })}
      onAcknowledged={(after) => cache.setQueryData(key, after)}
      // The alarm may have closed, or the link expired: the card is outdated.
      onFailed={() => void cache.invalidateQueries({ queryKey: key })}
    >
      {isWaiting(alarm) && children}
    </AlarmCard>
  )
}

interface CardProps<Answer> {
  alarm: Alarm
  /** Under whose name the button acknowledges; null: the user may not. */
  as: string | null
  acknowledge: () => Promise<Answer>
  onAcknowledged: (after: Answer) => void
  onFailed: () => void
  /** Below the button. */
  children?: ReactNode
}

/** One alarm, and the button that acknowledges it. */
function AlarmCard<Answer>({ alarm, as, acknowledge, onAcknowledged, onFailed, children }: CardProps<Answer>) {
  const { t } = useTranslation()
  const now = useNow()
  const { kind, metric, value, limit, occurrence_peak: peak, cleared_at, tank } = alarm
  const isGuest = sessionToken.get() === null
  const acknowledging = useMutation({ mutationFn: acknowledge, onSuccess: onAcknowledged, onError: onFailed })
  const measured = (label: string, number: number | null) =>
    metric && number !== null ? [{ label, value: formatMetric(metric, number) }] : []
  return (
    <>
      <SeverityMark alarm={alarm} wide />
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Typography variant="h1">{alarmCondition(t, alarm)}</Typography>
        <Typography sx={{ fontSize: '1.125rem' }}>
          <b lang="en">{tank?.code ?? alarm.iot?.code}</b> {tank?.name}
        </Typography>
        <Quiet>{stateText(t, alarm, now).join(' · ')}</Quiet>
      </Box>
      <RecordFields
        fields={
          cleared_at === null
            ? [
                ...measured(t('notifications.link.value'), value),
                ...measured(t('notifications.link.limit'), limit),
                ...(isOfLimit(kind) && peak !== value ? measured(t(`notifications.link.peak.${kind}`), peak) : []),
                { label: t('notifications.link.since'), value: sinceText(t, alarm, now) },
              ]
            : [{ label: t('notifications.link.course'), value: returnedText(t, alarm, now) }]
        }
      />
      {acknowledging.error && <ErrorAlert title={t('alarms.messages.ackFailed')} error={acknowledging.error} />}
      <Box role="status">
        {alarm.acknowledged_at !== null && !isWaiting(alarm) && (
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: '1.125rem' }}>
            <Icon path={mdiCheckCircle} sx={({ tokens: { palette } }) => ({ color: palette.success.text })} />
            <span>
              <b>{t('notifications.link.acked')}</b>
              {' · '}
              {t('notifications.link.ackedBy', {
                name: alarm.acknowledged_by?.name ?? '',
                time: formatDateTime(alarm.acknowledged_at),
              })}
            </span>
          </Box>
        )}
        {alarm.state === 'closed' && <Typography>{t('notifications.link.closed')}</Typography>}
      </Box>
      {isWaiting(alarm) && as !== null && (
        <>
          <WriteButton
            variant="contained"
            size="large"
            disabled={acknowledging.isPending}
            onClick={() => acknowledging.mutate()}
            sx={{ minHeight: 64, fontSize: '1.25rem' }}
          >
            {t('alarms.actions.ack')}
          </WriteButton>
          <Quiet small>{as}</Quiet>
        </>
      )}
      {children}
      {tank && (
        <Box>
          <ButtonLink
            to="/tanks/$id"
            params={{ id: String(tank.id) }}
            search={chartSearch(alarm, now)}
            variant="outlined"
            size="large"
            fullWidth
            startIcon={<Icon path={mdiChartLine} />}
            onClick={({ currentTarget }) => {
              if (isGuest) rememberStop(currentTarget.getAttribute('href') ?? '/', alarmName(t, alarm))
            }}
          >
            {t('alarms.actions.openChart')}
          </ButtonLink>
          {isGuest && (
            <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
              {t('notifications.link.chartHint')}
            </Typography>
          )}
        </Box>
      )}
    </>
  )
}
