import type { Tank } from '@dalyan/contracts/tanks'
import { mdiClose, mdiFullscreen } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { memo, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../../shared/clock/use-now.ts'
import { formatTimeWithSeconds } from '../../../../shared/format/date-time.ts'
import { Icon } from '../../../../shared/ui/Icon.tsx'
import { may, useUser } from '../../../../shared/session/user.ts'
import { useFullscreen } from '../../../../shared/ui/use-fullscreen.ts'
import { useWakeLock } from '../../../../shared/ui/use-wake-lock.ts'
import { HiddenHeading } from '../../../../shared/ui/HiddenHeading.tsx'
import { MetricGrid } from '../../../measurements/public/charts/MetricBlocks.tsx'
import { AlarmStrip } from '../AlarmStrip.tsx'
import { JournalButton } from '../JournalButton.tsx'
import { NeighbourButton, useNeighbours } from '../NeighbourButton.tsx'
import { isSameReading, type TankReading, useTankReadings } from '../tank-reading.ts'
import { TankLiveBadge } from '../TankLiveBadge.tsx'
import { Tile } from '../Tile.tsx'
import { useDetailView } from '../detail-search.ts'
import { ModeBanner } from '../../modes/ModeBanner.tsx'
import { SideModes } from '../../modes/SideModes.tsx'
import { useTankAlarms } from '../use-tank-alarms.ts'
import { HornControl } from './HornControl.tsx'

const TARGET_PX = 56

interface Props {
  tankId: number
  /** Absent while it loads, or when it cannot be loaded. */
  tank: Tank | undefined
  /** Shown instead of the values then. */
  children: ReactNode
}

/** A tank on a screen that hangs beside it: large values on the full screen. */
export function SideView({ tankId, tank, children }: Props) {
  const { show } = useDetailView()
  const user = useUser()
  const leave = useLeaving(() => show({ isSide: false }))
  const alarms = useTankAlarms(tankId)
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: { xs: 1, sm: 1.25 },
        minHeight: '100dvh',
        // Large enough for gloves.
        '--least-target': `${TARGET_PX}px`,
        p: { xs: 1, sm: 1.5 },
      }}
    >
      <SideBar tankId={tankId} tank={tank} onLeave={leave} />
      {tank && <ModeBanner tank={tank} isLarge />}
      {tank ? <SideValues tank={tank} alarms={alarms} /> : children}
      {tank && <SideModes tank={tank} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 24px', fontSize: '0.875rem' }}>
        {tank && tank.status !== 'deleted' && may(user, 'journal.write') && <JournalButton tank={tank} isLarge />}
        <HornControl alarms={alarms} />
        <ScreenControl />
      </Box>
    </Box>
  )
}

interface SideBarProps extends Pick<Props, 'tankId' | 'tank'> {
  onLeave: () => void
}

/** Names the tank, the age of its values and the time, and leads to other tanks and out. */
function SideBar({ tankId, tank, onLeave }: SideBarProps) {
  const { t } = useTranslation()
  const { view } = useDetailView()
  const neighbours = useNeighbours(tankId)
  const target = { neighbours, view, size: TARGET_PX }
  return (
    <Box
      component="header"
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: { xs: 1, sm: 1.5 },
        gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
        // On a phone the buttons leave too little width for a name.
        gridTemplateAreas: {
          xs: '"previous state next exit" "name name name name"',
          sm: '"previous name next exit" "previous state next exit"',
        },
      }}
    >
      <Box sx={{ gridArea: 'previous' }}>
        <NeighbourButton side="previous" {...target} />
      </Box>
      <Typography
        variant="h1"
        sx={{ gridArea: 'name', fontSize: { xs: '1.125rem', sm: '1.625rem' }, overflowWrap: 'anywhere' }}
      >
        {tank ? (
          <>
            <span lang="en">{tank.code}</span> · {tank.name}
          </>
        ) : (
          t('tanks.one')
        )}
      </Typography>
      <Box
        sx={{
          gridArea: 'state',
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '0 12px',
          color: 'text.secondary',
        }}
      >
        {tank && <TankLiveBadge tank={tank} />}
        <Clock />
      </Box>
      <Box sx={{ gridArea: 'next' }}>
        <NeighbourButton side="next" {...target} />
      </Box>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiClose} />}
        aria-label={t('tanks.detail.sideModeExit')}
        onClick={onLeave}
        sx={{ gridArea: 'exit', minHeight: TARGET_PX, bgcolor: 'background.paper' }}
      >
        {t('tanks.side.exit')}
      </Button>
    </Box>
  )
}

/** Istanbul's time, by the server's clock. */
function Clock() {
  const now = useNow()
  return (
    <Box
      component="time"
      dateTime={new Date(now).toISOString()}
      sx={{ fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}
    >
      {formatTimeWithSeconds(now)}
    </Box>
  )
}

function SideValues({ tank, alarms }: { tank: Tank; alarms: ReturnType<typeof useTankAlarms> }) {
  const { t } = useTranslation()
  const readings = useTankReadings(tank)
  const [worst] = alarms
  return (
    <>
      {worst && (
        <Box>
          <AlarmStrip key={worst.id} tank={tank} alarm={worst} isLarge />
          {alarms.length > 1 && (
            <Typography sx={{ mt: 0.5, fontWeight: 500 }}>
              {t('tanks.detail.moreAlarms', { count: alarms.length - 1 })}
            </Typography>
          )}
        </Box>
      )}
      <HiddenHeading>{t('tanks.detail.liveHeading')}</HiddenHeading>
      <MetricGrid columns={{ xs: 2, sm: 3 }} sx={{ flex: 1, gridAutoRows: '1fr', gap: { xs: 1, sm: 1.25 } }}>
        {readings.map((reading) => (
          <SideTile key={reading.metric} reading={reading} />
        ))}
      </MetricGrid>
    </>
  )
}

/** One metric to be read from some metres away. It has no link: users with gloves touch by accident. */
const SideTile = memo(
  function SideTile({ reading }: { reading: TankReading }) {
    const { t } = useTranslation()
    return <Tile reading={reading} size="side" isShort title={t(`measurements.metrics.${reading.metric}`)} />
  },
  (before, after) => isSameReading(before.reading, after.reading),
)

/** Says whether the screen stays on, and switches to full screen. */
function ScreenControl() {
  const { t } = useTranslation()
  const fullscreen = useFullscreen()
  const wake = useWakeLock()
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '0 12px',
        marginInlineStart: { md: 'auto' },
        color: 'text.secondary',
      }}
    >
      <span data-wake={wake}>
        {wake === 'held' && t('tanks.side.awake')}
        {wake === 'refused' && t('tanks.side.sleeps')}
        {wake === 'insecure' && t('tanks.side.insecure')}
      </span>
      {fullscreen.possible && !fullscreen.active && (
        <Button startIcon={<Icon path={mdiFullscreen} />} onClick={fullscreen.toggle} sx={{ minHeight: TARGET_PX }}>
          {t('tanks.side.fullscreen')}
        </Button>
      )}
    </Box>
  )
}

/** Leaves the side view by the returned function, by Esc, or when the full screen ends (Esc ends it first). */
function useLeaving(onLeave: () => void): () => void {
  const { active, toggle } = useFullscreen()
  const wasActive = useRef(false)
  const leave = () => {
    if (active) toggle()
    onLeave()
  }
  const byKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) leave()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => byKey(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const ended = useEffectEvent(onLeave)
  useEffect(() => {
    if (wasActive.current && !active) ended()
    wasActive.current = active
  }, [active])
  return leave
}
