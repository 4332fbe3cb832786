import type { Terminal } from '@dalyan/contracts/terminals'
import { CodeLink } from '../../../shared/ui/links.tsx'

interface Props {
  terminal: Pick<Terminal, 'id' | 'code'>
  large?: boolean
}

/** The terminal's code, linked to its page. */
export function TerminalLink({ terminal: { id, code }, large = false }: Props) {
  return (
    <CodeLink to="/terminals/$id" params={{ id: String(id) }} large={large}>
      {code}
    </CodeLink>
  )
}
