import { mdiFileDelimitedOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { Icon } from '../ui/Icon.tsx'

/** The way to many records from one table. */
export function BulkButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button startIcon={<Icon path={mdiFileDelimitedOutline} />} onClick={onClick}>
      {label}
    </Button>
  )
}
