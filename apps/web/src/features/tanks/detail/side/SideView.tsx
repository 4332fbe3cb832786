import type { Tank } from '@dalyan/contracts/tanks'
import { mdiFullscreen } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../../shared/ui/Icon.tsx'
import { useFullscreen } from '../../../../shared/ui/use-fullscreen.ts'
import { useWakeLock } from '../../../../shared/ui/use-wake-lock.ts'
import { AlarmStrip } from '../AlarmStrip.tsx'
import { useDetailView } from '../use-detail-view.ts'
import { useTankAlarms } from '../use-tank-alarms.ts'
import { useTankReadings } from '../use-tank-readings.ts'
import { HornControl } from './HornControl.tsx'
import { SideBar } from './SideBar.tsx'
import { SideTile } from './SideTile.tsx'
import { useLeaving } from './use-leaving.ts'

interface Props {
  tankId: number
  /** Absent while it is on its way, or when it cannot be had. */
  tank: Tank | undefined
  /** What stands in place of the values then. */
  children: ReactNode
}

/** A tank for the wall beside it: the whole screen, large values, nothing that takes anything away. */
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
        // For gloves, and from an arm's length.
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

/** Whether the screen stays on, and the way to all of it. */
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
