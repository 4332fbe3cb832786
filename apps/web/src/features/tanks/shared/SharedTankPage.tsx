import { sharedTankApi, type SharedTank } from '@dalyan/contracts/shared-tanks'
import { mdiCheckCircleOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import sharedTank from '../../../locales/tr/shared-tank.json' with { type: 'json' }
import tanks from '../../../locales/tr/tanks.json' with { type: 'json' }
import { ApiError } from '../../../shared/api/api-error.ts'
import { callByDisplayLink } from '../../../shared/api/call.ts'
import { inServerTime } from '../../../shared/clock/server-clock.ts'
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { formatAge, formatDuration } from '../../../shared/format/age.ts'
import { formatDateTime, formatShortTime } from '../../../shared/format/date-time.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { usePage } from '../../../shared/ui/page-state.ts'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { ChartsSkeleton, MetricBlocks, MetricGrid } from '../../measurements/public/charts/MetricBlocks.tsx'
import { GuestPage, LinkOver } from '../../settings/public/GuestPage.tsx'
import { STATE_ICON } from '../../wall/public/state-icons.ts'
import { tankReadings } from '../detail/tank-reading.ts'
import { Tile } from '../detail/Tile.tsx'

addWords({ sharedTank, tanks })

const SharedCharts = lazy(async () => ({ default: (await import('./SharedCharts.tsx')).SharedCharts }))

const ASK_EVERY_MS = 10_000

/** The server gives the same answer for an ended link, a removed one and one that never existed. */
const isRefused = (error: Error | null) => error instanceof ApiError && error.status === 401

/** One tank for a visitor without a session, by the link that an administrator gave. The secret stands behind `#`. */
export function SharedTankPage() {
  const { t } = useTranslation()
  const secret = useLocation({ select: ({ hash }) => hash })
  const tank = useQuery({
    queryKey: ['shared-tank', secret],
    queryFn: ({ signal }) => callByDisplayLink(secret, sharedTankApi.get, {}, signal),
    enabled: secret !== '',
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : ASK_EVERY_MS),
    retry: false,
  })
  const isPast = useFromNow((now) => tank.data !== undefined && Date.parse(tank.data.expires_at) <= now)
  const answeredAt = useFromNow((now) => formatShortTime(inServerTime(tank.dataUpdatedAt), now))
  const isOver = secret === '' || isRefused(tank.error) || isPast
  const known = isOver ? undefined : tank.data
  usePage(known ? `${known.code} · ${known.name}` : t('sharedTank.title'), !tank.isLoading)
  return (
    <GuestPage>
      {isOver && <LinkOver title={t('sharedTank.over')}>{t('sharedTank.overHow')}</LinkOver>}
      {!isOver && !known && !tank.error && <MetricBlocks height={{ xs: 110, sm: 134 }} columns={{ xs: 2, md: 3 }} />}
      {!isOver && !known && <QueryError query={tank} title={t('sharedTank.failed')} />}
      {known && (
        <>
          {tank.error && (
            <Alert severity="warning" role="status">
              {t('sharedTank.lost', { time: answeredAt })}
            </Alert>
          )}
          <TankHeading tank={known} />
          <Values tank={known} />
          <Suspense fallback={<ChartsSkeleton hasLead />}>
            <SharedCharts secret={secret} />
          </Suspense>
          <Quiet small>{t('sharedTank.until', { time: formatDateTime(known.expires_at) })}</Quiet>
        </>
      )}
    </GuestPage>
  )
}

interface LoadedSharedTank {
  tank: SharedTank
}

/** Shows the tank's code, its place and its state: by a sign, a colour and words. */
function TankHeading({ tank }: LoadedSharedTank) {
  const { t } = useTranslation()
  const place = [tank.location, tank.district, tank.province].filter(Boolean).join(' / ')
  const measuredAt = tank.last_measurement?.measured_at
  const measured = useFromNow((now) =>
    measuredAt === undefined
      ? t('sharedTank.neverMeasured')
      : `${t('sharedTank.measured', { age: formatAge(t, Math.max(0, now - Date.parse(measuredAt))) })} (${formatShortTime(measuredAt, now)})`,
  )
  return (
    <Box component="header" sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Typography variant="h1">
          <span lang="en">{tank.code}</span> · {tank.name}
        </Typography>
        {place && <Typography sx={{ color: 'text.secondary' }}>{place}</Typography>}
      </Box>
      <StateCard tank={tank} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {measured}
      </Typography>
    </Box>
  )
}

function StateCard({ tank: { state, since, status, range_template } }: LoadedSharedTank) {
  const { t } = useTranslation()
  const age = useFromNow((now) => since && formatDuration(Math.max(0, now - Date.parse(since))))
  const isUnlimited = state === 'normal' && (!range_template?.active || Object.keys(range_template.ranges).length === 0)
  return (
    <Paper
      variant="outlined"
      data-state={state}
      data-status={status}
      sx={({ tokens: { alarm, palette } }) => {
        const look = state === 'crit' ? alarm.critical_unack : state === 'warn' ? alarm.warning_unack : null
        return {
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          p: 1.5,
          ...(look
            ? { bgcolor: look.fill, color: look.text, borderColor: look.border }
            : { borderStyle: state === 'normal' ? 'solid' : 'dashed', borderColor: palette.outline }),
        }
      }}
    >
      <Icon
        path={STATE_ICON[state] ?? mdiCheckCircleOutline}
        sx={({ tokens: { palette } }) => ({
          fontSize: 32,
          flexShrink: 0,
          color: state === 'normal' && !isUnlimited ? palette.success.text : 'inherit',
        })}
      />
      <Box>
        <Typography component="p" sx={{ fontSize: '1.125rem', fontWeight: 700 }}>
          {t(`sharedTank.state.${isUnlimited ? 'unlimited' : state}`)}
          {age !== null && (
            <Box component="span" sx={{ fontSize: '0.875rem', fontWeight: 500 }}>
              {' · '}
              {t('sharedTank.since', { age })}
            </Box>
          )}
        </Typography>
        <Typography variant="body2">{t(`sharedTank.meaning.${isUnlimited ? 'unlimited' : state}`)}</Typography>
      </Box>
    </Paper>
  )
}

/** The tiles of the tank's own page. */
function Values({ tank }: LoadedSharedTank) {
  const { t } = useTranslation()
  const readings = useFromNow((now) => tankReadings(tank, now, tank.latest))
  if (!tank.last_measurement) return null
  return (
    <Box component="section" aria-labelledby="shared-values">
      <Typography variant="h2" id="shared-values" sx={{ mb: 1 }}>
        {t('sharedTank.values')}
      </Typography>
      <MetricGrid columns={{ xs: 2, md: 3 }}>
        {readings.map((reading) => (
          <Tile
            key={reading.metric}
            reading={reading}
            size="tile"
            isShort
            title={t(`measurements.metrics.${reading.metric}`)}
          />
        ))}
      </MetricGrid>
    </Box>
  )
}
