import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useAddressLink } from '../../shared/ui/address-link.ts'

interface Props {
  /** The list with the filter that the number counts. */
  address: string
  label: string
  value: string
  /** A smaller word under the number. */
  note?: string
}

/** A number that leads to what it counts. */
export function CountLink({ address, label, value, note }: Props) {
  const link = useAddressLink(address)
  return (
    <Link
      {...link}
      underline="none"
      sx={({ tokens: { palette } }) => ({
        display: 'grid',
        alignContent: 'start',
        gap: 0.25,
        p: 1.5,
        minHeight: 84,
        color: 'inherit',
        borderRadius: 1,
        border: `1px solid ${palette.divider}`,
        bgcolor: palette.surface,
        '&:hover': { bgcolor: palette.hoverRow },
      })}
    >
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
    </Link>
  )
}
