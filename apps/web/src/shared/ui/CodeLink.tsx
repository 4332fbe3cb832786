import Link, { type LinkProps } from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

/** `large`: the head of a card, where a finger finds it and a long code wraps. */
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

/** A code that leads to the page of what it names; a Ctrl-click opens a tab. */
export const CodeLink = createLink(Look)
