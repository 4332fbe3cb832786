import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useNow } from '../clock/use-now.ts'
import { formatAge } from '../format/age.ts'

interface Props {
  /** Epoch milliseconds. */
  at: number
  align?: 'start' | 'end'
}

/** How long ago something was, counting by itself; as wide as the longest age, so that a second that passes moves no neighbour. */
export function AgeText({ at, align = 'start' }: Props) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <Box
      component="span"
      data-age
      sx={{ display: 'inline-block', minWidth: '5.5em', textAlign: align, whiteSpace: 'nowrap' }}
    >
      {formatAge(t, Math.max(0, now - at))}
    </Box>
  )
}
