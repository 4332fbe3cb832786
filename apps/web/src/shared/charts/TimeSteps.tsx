import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../clock/server-clock.ts'
import { Icon } from '../ui/Icon.tsx'
import { isFollowing, stepRange, type TimeRange } from './time-range.ts'

interface Props {
  range: TimeRange
  onStep: (range: TimeRange) => void
  /** Stands between the arrows. */
  children?: ReactNode
}

/** Arrows that move the range by its width, not beyond now. */
export function TimeSteps({ range, onStep, children }: Props) {
  const { t } = useTranslation()
  const step = (direction: -1 | 1) => onStep(stepRange(range, direction, serverNow()))
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', ...(children ? { flex: 1, minWidth: 0 } : {}) }}>
      <Tooltip title={t('common.time.earlier')}>
        <IconButton aria-label={t('common.time.earlier')} onClick={() => step(-1)}>
          <Icon path={mdiChevronLeft} />
        </IconButton>
      </Tooltip>
      {children}
      <Tooltip title={t('common.time.later')}>
        <span>
          <IconButton aria-label={t('common.time.later')} disabled={isFollowing(range)} onClick={() => step(1)}>
            <Icon path={mdiChevronRight} />
          </IconButton>
        </span>
      </Tooltip>
    </Box>
  )
}
