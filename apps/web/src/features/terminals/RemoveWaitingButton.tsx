import { mdiPlaylistRemove } from '@mdi/js'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import { WAITING } from './QuickFilters.tsx'
import { terminalQueries } from '../records/public/terminals.queries.ts'

/** Takes every device that waits to be authorized off the list; nothing while none waits. */
export function RemoveWaitingButton({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation()
  const { data: count = 0 } = useQuery(terminalQueries.count(WAITING))
  if (count === 0) return null
  return (
    <Button startIcon={<Icon path={mdiPlaylistRemove} />} onClick={onAsk}>
      {t('terminals.waiting.open')}
    </Button>
  )
}
