import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'

/** The page's shape while the tank is on its way. */
export function DetailSkeleton() {
  return (
    <Box>
      <Skeleton width={160} />
      <Skeleton width="min(360px, 80%)" height={44} />
      <Skeleton width="min(480px, 90%)" sx={{ mb: 2 }} />
      <Blocks height={{ xs: 110, sm: 134 }} columns={{ xs: 2, md: 3 }} />
    </Box>
  )
}

/** The charts' shape while their code or data are on the way. */
export function ChartsSkeleton() {
  return <Blocks height={222} columns={{ xs: 1, md: 2, lg: 3 }} />
}

interface BlocksProps {
  height: number | Record<string, number>
  columns: Record<string, number>
}

function Blocks({ height, columns }: BlocksProps) {
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
