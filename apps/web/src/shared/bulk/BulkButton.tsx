import { mdiFileDelimitedOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { Icon } from '../ui/Icon.tsx'

/** Opens the dialog that creates records from a table. */
export function BulkButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button startIcon={<Icon path={mdiFileDelimitedOutline} />} onClick={onClick}>
      {label}
    </Button>
  )
}
