import type { Terminal } from '@dalyan/contracts/terminals'
import { RouterLink } from '../../shared/ui/RouterLink.tsx'

/** The tank of a terminal, linked to its page. */
export function TerminalTank({ tank }: Pick<Terminal, 'tank'>) {
  if (!tank) return '—'
  return (
    <RouterLink
      to="/tanks/$id"
      params={{ id: String(tank.id) }}
      lang="en"
      title={tank.name}
      underline="hover"
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 32, whiteSpace: 'nowrap' }}
    >
      {tank.code}
    </RouterLink>
  )
}
