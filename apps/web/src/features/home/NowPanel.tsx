import type { Home, Now } from '@dalyan/contracts/home'
import { mdiAlarmSnooze, mdiAccountSwitch } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import tankModes from '../../locales/tr/tank-modes.json' with { type: 'json' }
import { formatTime } from '../../shared/format/date-time.ts'
import { useFromNow, useNow } from '../../shared/clock/use-now.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'
import { PageSection } from '../../shared/ui/PageSection.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { alarmCondition } from '../alarms/public/alarm-look.ts'
import { DayStrip } from '../alarms/public/DayStrip.tsx'
import { homeQueries } from '../alarms/public/overview.queries.ts'
import { WatchLine, WatchState, watchText } from '../alarms/public/WatchLine.tsx'
import { calibrationQueries } from '../calibrations/public/calibrations.queries.ts'
import { usePushReach } from '../notifications/public/use-push-reach.ts'
import { MODE_ICONS, modeLeft } from '../records/public/tank-modes.ts'

// Calm farms, most of the time, need none of it. Both wait in the boundary of the page, whose parts appear together.
const NowIncidents = lazy(async () => ({ default: (await import('../alarms/public/NowIncidents.tsx')).NowIncidents }))
const NowSentence = lazy(async () => ({ default: (await import('../alarms/public/NowIncidents.tsx')).NowSentence }))
const OpenAlarms = lazy(async () => ({ default: (await import('../alarms/public/OpenAlarms.tsx')).OpenAlarms }))
// In a boundary of its own: it may become known after the page is drawn, which must not disappear again.
const DueCalibrations = onDemand(
  async () => (await import('../calibrations/public/DueCalibrations.tsx')).DueCalibrations,
)

addWords({ tankModes })

interface Props {
  home: Home | undefined
  /** Nothing is drawn until all of the page is known, but the code is loaded. */
  isHidden: boolean
}

/** What needs the user now, how the last day was, who is on call, what is held back, and which probes have to be calibrated. */
export function NowPanel({ home, isHidden }: Props) {
  const { t } = useTranslation()
  const now = useQuery(homeQueries.now())
  const due = useQuery(calibrationQueries.due()).data
  if (isHidden) return null
  return (
    <>
      {home && now.data && now.data.incidents.active > 0 && (
        <NowSentence watch={home.tanks} incidents={now.data.incidents} />
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            md: 'minmax(0, 5fr) minmax(0, 7fr)',
            lg: 'minmax(0, 7fr) minmax(0, 10fr) minmax(0, 5fr)',
          },
        }}
      >
        {home && now.data ? (
          <Waiting home={home} incidents={now.data.incidents} />
        ) : home && now.error && home.alarms.open > 0 ? (
          // The reason is shown beside; the alarms are known all the same.
          <OpenAlarms alarms={home.alarms} />
        ) : (
          !now.error && <Skeleton variant="rounded" height={160} />
        )}
        <PageSection title={t('home.now.day')}>
          {now.data ? (
            <DayStrip day={now.data.day} />
          ) : now.error ? (
            <QueryError query={now} />
          ) : (
            <Skeleton height={240} />
          )}
        </PageSection>
        <Box sx={{ display: 'grid', gap: 2, gridColumn: { md: '1 / -1', lg: 'auto' } }}>
          <Duty duty={now.data?.duty} />
          {now.data && now.data.shelved.length + now.data.modes.length > 0 && <Running {...now.data} />}
          {due && due.total > 0 && <DueCalibrations due={due} />}
        </Box>
      </Box>
    </>
  )
}

interface WaitingProps {
  home: Home
  incidents: Now['incidents']
}

/** The open incidents, or that there are none, with the evidence. */
function Waiting({ home: { tanks }, incidents }: WaitingProps) {
  const { t } = useTranslation()
  const push = usePushReach()
  const title = useFromNow((now) => watchText(t, tanks, now))
  if (incidents.active + incidents.returned.alarms > 0) return <NowIncidents incidents={incidents} />
  // Without a watched tank, that nothing happened is no good news.
  if (tanks.watched === 0)
    return (
      <PageSection title={title}>
        <WatchLine watch={tanks} />
      </PageSection>
    )
  return (
    <PageSection title={t('home.now.nothing')}>
      <WatchState watch={tanks} push={push} />
    </PageSection>
  )
}

const LIST = { display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }

/** Who is notified first, and who after that. */
function Duty({ duty }: { duty: Now['duty'] | undefined }) {
  const { t } = useTranslation()
  const user = useUser()
  if (!duty) return <Skeleton variant="rounded" height={120} />
  return (
    <PageSection title={t('home.now.duty')}>
      {duty.length === 0 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box sx={{ flex: 1 }}>
            <Quiet>{t('home.now.dutyNone')}</Quiet>
          </Box>
          {may(user, 'firms.manage') && (
            <ButtonLink to="/firms" size="small" variant="outlined">
              {t('home.now.dutyChoose')}
            </ButtonLink>
          )}
        </Box>
      )}
      {duty.map(({ firm, on_call }) => (
        <Box key={firm.id}>
          {duty.length > 1 && <Typography variant="subtitle2">{firm.name}</Typography>}
          <Box component="ol" sx={LIST}>
            {on_call.map((one, position) => (
              <Box component="li" key={one.user.id} sx={{ overflowWrap: 'anywhere' }}>
                <b>{one.user.name}</b>
                {one.user.id === user.id && ` (${t('home.now.you')})`}
                <Quiet small>
                  {position === 0 && one.delay_minutes === 0
                    ? t('home.now.first')
                    : t('home.now.then', { minutes: one.delay_minutes })}
                </Quiet>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
      <ButtonLink to="/handover" size="small" variant="outlined" startIcon={<Icon path={mdiAccountSwitch} />}>
        {t('home.now.handOver')}
      </ButtonLink>
    </PageSection>
  )
}

/** The tanks in a mode and the shelved alarms, with the end of their time. */
function Running({ shelved, modes }: Pick<Now, 'shelved' | 'modes'>) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <PageSection title={t('home.now.running')}>
      <Box component="ul" sx={LIST}>
        {modes.map(({ tank, mode }) => (
          <Box component="li" key={tank.id} sx={{ display: 'flex', gap: 1, overflowWrap: 'anywhere' }}>
            <Icon path={MODE_ICONS[mode.name]} sx={{ color: 'text.secondary' }} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Link to="/tanks/$id" params={{ id: String(tank.id) }} style={{ color: 'inherit' }}>
                <b lang="en">{tank.code}</b>
              </Link>{' '}
              {t('tankModes.left', { name: t(`tankModes.names.${mode.name}`), left: modeLeft(mode, now) })}
            </Box>
          </Box>
        ))}
        {shelved.map((alarm) => (
          <Box component="li" key={alarm.id} sx={{ display: 'flex', gap: 1, overflowWrap: 'anywhere' }}>
            <Icon path={mdiAlarmSnooze} sx={{ color: 'text.secondary' }} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              {alarm.tank && (
                <Link to="/tanks/$id" params={{ id: String(alarm.tank.id) }} style={{ color: 'inherit' }}>
                  <b lang="en">{alarm.tank.code}</b>
                </Link>
              )}{' '}
              {alarmCondition(t, alarm)}
            </Box>
            {alarm.shelved_until && (
              <Quiet small>{t('home.now.shelvedUntil', { time: formatTime(alarm.shelved_until) })}</Quiet>
            )}
          </Box>
        ))}
      </Box>
    </PageSection>
  )
}
