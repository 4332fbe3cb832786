import type { Side } from '@dalyan/contracts/out-of-range'
import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'

interface Props {
  /** The formatted number. */
  text: string
  /** The side on which the number lies outside its limits; null: it is inside. */
  side: Side | null
}

/** A number in a table; outside its limits bold and red, with an arrow, and a word for screen readers. */
export function SidedNumber({ text, side }: Props) {
  const { t } = useTranslation()
  if (!side) return text
  return (
    <Box component="span" sx={{ fontWeight: 700, color: ({ tokens }) => tokens.palette.error.text }}>
      {text}
      <span aria-hidden>{side === 'high' ? ' ↑' : ' ↓'}</span>
      <Box component="span" sx={visuallyHidden}>
        {` ${t(`measurements.${side}`)}`}
      </Box>
    </Box>
  )
}
