import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

/** Shown in place of a page until its code is loaded: as high as the screen, so that nothing below it moves when the page takes its place. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <Box
      aria-busy
      aria-label={t('common.states.loading')}
      role="status"
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, minHeight: 'calc(100dvh - 56px)', p: { xs: 1.5, sm: 3 } }}
    >
      <Skeleton width={240} height={40} />
      <Skeleton variant="rounded" height={48} />
      <Skeleton variant="rounded" sx={{ flex: 1 }} />
    </Box>
  )
}
