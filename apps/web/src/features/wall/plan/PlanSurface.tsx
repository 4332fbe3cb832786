import type { Plan } from '@dalyan/contracts/plan'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { type Size, SPOT_PX } from './plan-layout.ts'
import { spotLooks } from './plan-looks.ts'
import { planQueries } from './plan.queries.ts'

/** From these diameters on a metric below its value, and a code above it, fit into a circle with 20 px. */
const FAR_METRIC_PX = 64
const FAR_CODE_PX = 90

interface Props {
  plan: Plan
  /** Of a display link, on a screen without a session. */
  secret?: string | undefined
  /** In pixels of the screen. */
  size: Size
  /** Diameter of a tank, in pixels. */
  spot: number
  surface?: RefObject<HTMLDivElement | null> | undefined
  /** Read from four metres. */
  isFar?: boolean
  children: ReactNode
}

/** The picture of a plan at a size, with the tanks as its children. */
export function PlanSurface({ plan, secret, size, spot, surface, isFar = false, children }: Props) {
  const { t } = useTranslation()
  const picture = useQuery(planQueries.picture(plan, secret))
  return (
    <Box
      ref={surface}
      {...(spot < 0.7 * SPOT_PX ? { 'data-dots': '' } : {})}
      {...(isFar ? { 'data-far': '' } : {})}
      sx={(theme) => ({ position: 'relative', flex: 'none', m: 'auto', ...(spotLooks(theme) as object) })}
      style={
        {
          ...size,
          '--spot': `${Math.round(spot)}px`,
          '--metric': spot < FAR_METRIC_PX ? 'none' : 'block',
          '--code': spot < FAR_CODE_PX ? 'none' : 'flex',
        } as object
      }
    >
      {picture.data && <Picture bytes={picture.data} />}
      <QueryError title={t('wall.plan.pictureFailed')} query={picture} />
      {children}
    </Box>
  )
}

/** A picture of bytes, which have an address inside this page while it is shown. */
function Picture({ bytes }: { bytes: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(bytes)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [bytes],
  )
  return (
    <img
      ref={show}
      alt=""
      draggable={false}
      style={{ position: 'absolute', inset: 0, width: '100%', height: '100%', userSelect: 'none' }}
    />
  )
}
