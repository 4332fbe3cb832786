import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'

interface Props {
  /** The number as it is written. */
  text: string
  /** The side on which it lies outside its limits; null: it does not. */
  side: 'low' | 'high' | null
}

/** A number in a table; outside its limits bold and red, with an arrow for the eye and a word for the ear. */
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
