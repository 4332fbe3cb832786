import Box from '@mui/material/Box'
import type { ThemeTokens } from '../theme/tokens.ts'

/** The frame of a link that shows figures. */
export const figureFrame = ({ tokens: { palette } }: { tokens: ThemeTokens }) => ({
  color: 'inherit',
  borderRadius: 1,
  border: `1px solid ${palette.divider}`,
  bgcolor: palette.surface,
  '&:hover': { bgcolor: palette.hoverRow },
})

/** The look of a link that shows one figure. */
export const figureLook = (theme: { tokens: ThemeTokens }) => ({
  ...figureFrame(theme),
  display: 'grid',
  alignContent: 'start',
  gap: 0.25,
  p: 1.5,
  minHeight: 84,
})

/** A figure with its label above and a note below. */
export function Figure({ label, value, note }: { label: string; value: string; note?: string | undefined }) {
  return (
    <>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {label}
      </Box>
      <Box component="span" sx={{ fontSize: '1.375rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Box>
      {note && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {note}
        </Box>
      )}
    </>
  )
}
