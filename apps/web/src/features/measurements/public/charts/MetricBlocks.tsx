import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import type { SxProps } from '@mui/material/styles'
import Skeleton from '@mui/material/Skeleton'
import { visuallyHidden } from '@mui/utils'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '../../../../shared/list/use-narrow.ts'

/** Number of columns from each width of the screen. */
type Columns = Partial<Record<'xs' | 'sm' | 'md' | 'lg', number>>

export const CHART_COLUMNS: Columns = { xs: 1, md: 2, lg: 3 }

function templates(columns: Columns): Record<string, string> {
  return Object.fromEntries(
    Object.entries(columns).map(([width, count]) => [width, `repeat(${count}, minmax(0, 1fr))`]),
  )
}

interface MetricGridProps {
  columns: Columns
  sx?: SxProps
  children: ReactNode
}

/** A list of tiles or charts in columns of equal width. */
export function MetricGrid({ columns, sx = {}, children }: MetricGridProps) {
  return (
    <Box
      component="ul"
      sx={{ display: 'grid', gridTemplateColumns: templates(columns), gap: 1.5, p: 0, m: 0, listStyle: 'none', ...sx }}
    >
      {children}
    </Box>
  )
}

/** The columns of charts the first of which is large. */
export const LEAD_COLUMNS: Columns = { xs: 1, md: 2 }

/** The heights of charts without their titles, CSS px; `lead`: of the first one, where it stands out. */
export function useChartHeights(): Record<'lead' | 'small', number> {
  return useNarrow() ? { lead: 190, small: 104 } : { lead: 280, small: 150 }
}
/** Of a card's title and frame, CSS px. */
const CARD_FRAME_PX = { narrow: 46, wide: 54 }
/** Of a chart alone on its page, and of one among equals; without titles, CSS px. */
export const CHART_HEIGHTS = { large: 380, equal: 180 }

/** The legend with a button beside it. */
const LEGEND_PX = 40

interface ChartsSkeletonProps {
  /** The first one is large. */
  hasLead?: boolean
  /** How many charts are expected; default: one for each metric. */
  count?: number
  /** On a wide screen a legend stands above the charts. */
  hasLegend?: boolean
}

/** Placeholder of the charts while their code or data load. */
export function ChartsSkeleton({ hasLead = false, count, hasLegend = false }: ChartsSkeletonProps) {
  const heights = useChartHeights()
  const isNarrow = useNarrow()
  const frame = CARD_FRAME_PX[isNarrow ? 'narrow' : 'wide']
  if (hasLead)
    return <MetricBlocks height={heights.small + frame} columns={LEAD_COLUMNS} leadHeight={heights.lead + frame} />
  return (
    <Box sx={{ pt: hasLegend && !isNarrow ? `${LEGEND_PX}px` : 0 }}>
      {count === 1 ? (
        <MetricBlocks count={1} height={CHART_HEIGHTS.large + frame} columns={{ xs: 1 }} />
      ) : (
        <MetricBlocks count={count} height={CHART_HEIGHTS.equal + frame} columns={CHART_COLUMNS} />
      )}
    </Box>
  )
}

interface MetricBlocksProps {
  /** Default: one for each metric. */
  count?: number | undefined
  height: number | Record<string, number>
  columns: Columns
  /** The first one is this high and takes a row of its own. */
  leadHeight?: number
}

/** A placeholder for each metric while they load. */
export function MetricBlocks({ count, height, columns, leadHeight }: MetricBlocksProps) {
  const { t } = useTranslation()
  return (
    <Box aria-busy sx={{ display: 'grid', gridTemplateColumns: templates(columns), gap: 1.5 }}>
      <Box component="span" role="status" sx={visuallyHidden}>
        {t('common.states.loading')}
      </Box>
      {SCREEN_ORDER.slice(0, count).map((metric, index) => (
        <Skeleton
          key={metric}
          variant="rounded"
          sx={index === 0 && leadHeight !== undefined ? { height: leadHeight, gridColumn: '1 / -1' } : { height }}
        />
      ))}
    </Box>
  )
}
