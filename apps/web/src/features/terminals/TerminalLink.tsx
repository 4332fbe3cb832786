import type { Terminal } from '@dalyan/contracts/terminals'
import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

const RouterLink = createLink(Link)

/** The terminal's code, leading to its page; a Ctrl-click opens a tab. */
export function TerminalLink({ terminal: { id, code } }: { terminal: Pick<Terminal, 'id' | 'code'> }) {
  return (
    <RouterLink
      to="/terminals/$id"
      params={{ id: String(id) }}
      lang="en"
      underline="hover"
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 32, fontWeight: 700, whiteSpace: 'nowrap' }}
    >
      {code}
    </RouterLink>
  )
}
