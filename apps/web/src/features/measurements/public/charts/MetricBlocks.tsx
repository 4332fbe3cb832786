import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'

/** Placeholder of the charts while their code or data load. */
export function ChartsSkeleton() {
  return <MetricBlocks height={222} columns={{ xs: 1, md: 2, lg: 3 }} />
}

interface MetricBlocksProps {
  height: number | Record<string, number>
  columns: Record<string, number>
}

/** A placeholder for each metric while they load. */
export function MetricBlocks({ height, columns }: MetricBlocksProps) {
  const { t } = useTranslation()
  const templates = Object.fromEntries(
    Object.entries(columns).map(([at, count]) => [at, `repeat(${count}, minmax(0, 1fr))`]),
  )
  return (
    <Box aria-busy sx={{ display: 'grid', gridTemplateColumns: templates, gap: 1.5 }}>
      <Box component="span" role="status" sx={visuallyHidden}>
        {t('common.states.loading')}
      </Box>
      {SCREEN_ORDER.map((metric) => (
        <Skeleton key={metric} variant="rounded" sx={{ height }} />
      ))}
    </Box>
  )
}
