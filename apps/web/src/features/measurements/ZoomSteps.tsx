import { mdiMagnifyMinusOutline, mdiMagnifyPlusOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { type TimeRange, zoomRange } from '../../shared/charts/time-range.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { Icon } from '../../shared/ui/Icon.tsx'

interface Props {
  range: TimeRange
  onZoom: (range: TimeRange) => void
}

const STEPS = [
  { direction: 'out', label: 'explorer.zoomOut', icon: mdiMagnifyMinusOutline },
  { direction: 'in', label: 'explorer.zoomIn', icon: mdiMagnifyPlusOutline },
] as const

/** What dragging over a chart does, for the keyboard and the finger: half of the window or twice of it. */
export function ZoomSteps({ range, onZoom }: Props) {
  const { t } = useTranslation()
  return STEPS.map(({ direction, label, icon }) => {
    const next = zoomRange(range, direction, serverNow())
    return (
      <Tooltip key={direction} title={t(label)}>
        <span>
          <IconButton aria-label={t(label)} disabled={next === null} onClick={() => next && onZoom(next)}>
            <Icon path={icon} />
          </IconButton>
        </span>
      </Tooltip>
    )
  })
}
