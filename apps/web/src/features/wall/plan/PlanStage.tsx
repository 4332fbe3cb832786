import type { Plan } from '@dalyan/contracts/plan'
import { mdiMinus, mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { comfortableZoom, type PlanPoint, type Positions, type Size, spotSize } from './plan-layout.ts'
import { PlanSurface } from './PlanSurface.tsx'
import { usePlanZoom } from './use-plan-zoom.ts'

interface Props {
  plan: Plan & { picture: NonNullable<Plan['picture']> }
  positions: Positions
  /** A tank that is on the screen at first. */
  first?: number | undefined
  /** The picture itself, to which pointers are related. */
  stage?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** The picture of a plan, which can be zoomed and scrolled, with the tanks as its children. */
export function PlanStage({ plan, positions, first, stage, children }: Props) {
  const { t } = useTranslation()
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const { zoom, comfortable, size, zoomIn, zoomOut } = usePlanZoom(box, plan.picture, (fit) =>
    comfortableZoom(positions, fit),
  )
  useFirst(box, size, positions.get(first ?? 0))
  return (
    <Box sx={{ position: 'relative', height: '100%', minHeight: 0 }}>
      <Box
        ref={setBox}
        role="group"
        aria-label={t('wall.plan.picture')}
        sx={(theme) => ({
          height: '100%',
          overflow: 'auto',
          display: 'flex',
          borderRadius: '8px',
          border: `1px solid ${theme.tokens.palette.divider}`,
          bgcolor: theme.tokens.palette.surface,
          // One finger scrolls; two zoom the plan instead of the page.
          touchAction: 'pan-x pan-y',
        })}
      >
        <PlanSurface plan={plan} size={size} spot={spotSize(zoom, comfortable)} surface={stage}>
          {children}
        </PlanSurface>
      </Box>
      <Box sx={{ position: 'absolute', right: 10, bottom: 10, display: 'flex', flexDirection: 'column', gap: 1 }}>
        <ZoomButton label={t('wall.plan.zoomIn')} icon={mdiPlus} onPress={zoomIn} />
        <ZoomButton label={t('wall.plan.zoomOut')} icon={mdiMinus} onPress={zoomOut} />
      </Box>
    </Box>
  )
}

function ZoomButton({ label, icon, onPress }: { label: string; icon: string; onPress: (() => void) | null }) {
  return (
    <IconButton
      aria-label={label}
      aria-disabled={onPress === null}
      onClick={() => onPress?.()}
      sx={({ tokens: { palette } }) => ({
        width: 44,
        height: 44,
        bgcolor: palette.surface,
        border: `1px solid ${palette.outline}`,
        '&:hover': { bgcolor: palette.surfaceVariant },
        '&[aria-disabled=true]': { color: palette.textSecondary, cursor: 'default' },
      })}
    >
      <Icon path={icon} />
    </IconButton>
  )
}

/** Scrolls once to a tank, while the plan is larger than its box. */
function useFirst(box: HTMLElement | null, size: Size, at: PlanPoint | undefined): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || !box || !at || box.clientWidth === 0) return
    isDone.current = true
    box.scrollTo({ left: at.x * size.width - box.clientWidth / 2, top: at.y * size.height - box.clientHeight / 2 })
  }, [box, size, at])
}
