import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import type { ReactNode } from 'react'
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

/** Shows the present content paler, under a progress line, while its replacement loads. */
export function Fetching({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return (
    <Box sx={{ position: 'relative', opacity: isOn ? 0.7 : 1 }}>
      {isOn && <ProgressLine />}
      {children}
    </Box>
  )
}
