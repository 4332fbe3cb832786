import { mdiFileDelimitedOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useNarrow } from '../list/use-narrow.ts'
import { Icon } from '../ui/Icon.tsx'

/** The way to many records from one table; on a phone its icon alone. */
export function BulkButton({ label, onClick }: { label: string; onClick: () => void }) {
  const icon = <Icon path={mdiFileDelimitedOutline} />
  if (useNarrow()) {
    return (
      <IconButton aria-label={label} title={label} onClick={onClick}>
        {icon}
      </IconButton>
    )
  }
  return (
    <Button startIcon={icon} onClick={onClick}>
      {label}
    </Button>
  )
}
