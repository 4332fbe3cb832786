import type { Tank } from '@dalyan/contracts/tanks'
import { CodeLink } from '../../../shared/ui/links.tsx'

/** The tank's code, linked to its page. */
export function TankLink({ tank, large = false }: { tank: Pick<Tank, 'id' | 'code'>; large?: boolean }) {
  return (
    <CodeLink to="/tanks/$id" params={{ id: String(tank.id) }} large={large}>
      {tank.code}
    </CodeLink>
  )
}
