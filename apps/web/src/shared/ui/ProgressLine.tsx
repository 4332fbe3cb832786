import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'

const pass = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(300%)' } })

/** A thin progress line along the top of its container. */
export function ProgressLine() {
  const { t } = useTranslation()
  return (
    <Box
      role="progressbar"
      aria-label={t('common.states.loading')}
      sx={{ position: 'absolute', insetInline: 0, top: 0, zIndex: 1, height: 2, overflow: 'hidden' }}
    >
      <Box sx={{ width: '33%', height: 1, bgcolor: 'primary.main', animation: `${pass} 1.2s linear infinite` }} />
    </Box>
  )
}
