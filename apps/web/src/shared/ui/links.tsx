import Link, { type LinkProps } from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'
import { useAddressLink } from './use-address-link.ts'

/** A link to a page of the application, in the theme's look. */
export const RouterLink = createLink(Link)

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

/** A link to a composed address. */
export function AddressLink({ address, ...link }: Omit<LinkProps, 'href' | 'onClick'> & { address: string }) {
  return <Link {...link} {...useAddressLink(address)} />
}
