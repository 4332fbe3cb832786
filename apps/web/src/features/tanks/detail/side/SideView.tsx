import type { Tank } from '@dalyan/contracts/tanks'
import { mdiFullscreen } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { memo, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../../shared/ui/Icon.tsx'
import { useFullscreen } from '../../../../shared/ui/use-fullscreen.ts'
import { useWakeLock } from '../../../../shared/ui/use-wake-lock.ts'
import { AlarmStrip } from '../AlarmStrip.tsx'
import { isSameReading, type TankReading } from '../tank-reading.ts'
import { Tile } from '../Tile.tsx'
import { useDetailView } from '../use-detail-view.ts'
import { useTankAlarms } from '../use-tank-alarms.ts'
import { useTankReadings } from '../use-tank-readings.ts'
import { HornControl } from './HornControl.tsx'
import { SideBar } from './SideBar.tsx'

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
        '--least-target': '56px',
        p: { xs: 1, sm: 1.5 },
      }}
    >
      <SideBar tankId={tankId} tank={tank} onLeave={leave} />
      {tank ? <SideValues tank={tank} alarms={alarms} /> : children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 24px', fontSize: '0.875rem' }}>
        <HornControl alarms={alarms} />
        <ScreenControl />
      </Box>
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
      <Typography variant="h2" sx={visuallyHidden}>
        {t('tanks.detail.liveHeading')}
      </Typography>
      <Box
        component="ul"
        sx={{
          flex: 1,
          display: 'grid',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
          gridAutoRows: '1fr',
          gap: { xs: 1, sm: 1.25 },
          p: 0,
          m: 0,
          listStyle: 'none',
        }}
      >
        {readings.map((reading) => (
          <SideTile key={reading.metric} reading={reading} />
        ))}
      </Box>
    </>
  )
}

/** One metric to be read from some metres away. It has no link: users with gloves touch by accident. */
const SideTile = memo(DrawnTile, (before, after) => isSameReading(before.reading, after.reading))

function DrawnTile({ reading }: { reading: TankReading }) {
  const { t } = useTranslation()
  return <Tile reading={reading} size="side" isShort title={t(`measurements.metrics.${reading.metric}`)} />
}

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
        <Button startIcon={<Icon path={mdiFullscreen} />} onClick={fullscreen.toggle} sx={{ minHeight: 56 }}>
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
