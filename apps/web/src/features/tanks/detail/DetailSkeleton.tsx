import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { MetricBlocks } from '../../../shared/charts/MetricBlocks.tsx'

/** The page's shape while the tank is on its way. */
export function DetailSkeleton() {
  return (
    <Box>
      <Skeleton width={160} />
      <Skeleton width="min(360px, 80%)" height={44} />
      <Skeleton width="min(480px, 90%)" sx={{ mb: 2 }} />
      <MetricBlocks height={{ xs: 110, sm: 134 }} columns={{ xs: 2, md: 3 }} />
    </Box>
  )
}
