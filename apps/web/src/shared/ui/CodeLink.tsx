import Link, { type LinkProps } from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

/** `large`: for the head of a card, with a touch target and wrapping of long codes. */
function Look({ large = false, ...link }: LinkProps & { large?: boolean }) {
  return (
    <Link
      {...link}
      lang="en"
      underline="hover"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        minHeight: large ? 44 : 32,
        fontWeight: 700,
        fontSize: large ? '1.0625rem' : 'inherit',
        ...(large ? { minWidth: 0, overflowWrap: 'anywhere' } : { whiteSpace: 'nowrap' }),
      }}
    />
  )
}

/** A code as a link to the page of its record. */
export const CodeLink = createLink(Look)
