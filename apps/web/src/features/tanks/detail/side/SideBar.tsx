import type { Tank } from '@dalyan/contracts/tanks'
import { mdiClose } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { LiveBadge } from '../../../../shared/live/LiveBadge.tsx'
import { useNow } from '../../../../shared/clock/use-now.ts'
import { formatTimeWithSeconds } from '../../../../shared/format/date-time.ts'
import { Icon } from '../../../../shared/ui/Icon.tsx'
import { NeighbourButton, useNeighbours } from '../NeighbourButton.tsx'
import { useDetailView } from '../use-detail-view.ts'

const TARGET_PX = 56

interface Props {
  tankId: number
  /** Absent while it loads. */
  tank: Tank | undefined
  onLeave: () => void
}

/** Names the tank, the age of its values and the time, and leads to other tanks and out. */
export function SideBar({ tankId, tank, onLeave }: Props) {
  const { t } = useTranslation()
  const { view } = useDetailView()
  const neighbours = useNeighbours(tankId)
  const target = { neighbours, view, size: TARGET_PX }
  return (
    <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: { xs: 1, sm: 1.5 } }}>
      <NeighbourButton side="previous" {...target} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h1" sx={{ fontSize: { xs: '1.125rem', sm: '1.625rem' }, overflowWrap: 'anywhere' }}>
          {tank ? (
            <>
              <span lang="en">{tank.code}</span> · {tank.name}
            </>
          ) : (
            t('tanks.one')
          )}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 12px', color: 'text.secondary' }}>
          {tank && tank.status !== 'deleted' && (
            <LiveBadge newestAt={tank.last_measurement ? Date.parse(tank.last_measurement.measured_at) : null} />
          )}
          <Clock />
        </Box>
      </Box>
      <NeighbourButton side="next" {...target} />
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiClose} />}
        aria-label={t('tanks.detail.sideModeExit')}
        onClick={onLeave}
        sx={{ minHeight: TARGET_PX, bgcolor: 'background.paper' }}
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
