import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

/** The list's place until its alarms are there. */
export function LoadingAlarms() {
  const { t } = useTranslation()
  return (
    <Paper variant="outlined" aria-busy aria-label={t('common.aria.loadingRegion')} sx={{ p: 1.5 }}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={48} />
      ))}
    </Paper>
  )
}
