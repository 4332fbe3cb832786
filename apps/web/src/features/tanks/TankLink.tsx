import type { Tank } from '@dalyan/contracts/tanks'
import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

const RouterLink = createLink(Link)

/** The tank's code, leading to its page; a Ctrl-click opens a tab. */
export function TankLink({ tank, large = false }: { tank: Pick<Tank, 'id' | 'code'>; large?: boolean }) {
  return (
    <RouterLink
      to="/tanks/$id"
      params={{ id: String(tank.id) }}
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
    >
      {tank.code}
    </RouterLink>
  )
}
