import type { Terminal } from '@dalyan/contracts/terminals'
import Paper from '@mui/material/Paper'
import { RecordFields } from '../../shared/ui/RecordFields.tsx'
import { useTerminalFields } from './terminal-fields.tsx'

/** The terminal's fields on its page. */
export function TerminalDetails({ terminal }: { terminal: Terminal }) {
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <RecordFields fields={useTerminalFields(terminal)} />
    </Paper>
  )
}
