import type { Tank } from '@dalyan/contracts/tanks'
import { mdiDeleteOutline, mdiMonitor, mdiPencil } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { RowActions } from '../../../shared/list/RowActions.tsx'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { useFullscreen } from '../../../shared/ui/use-fullscreen.ts'
import type { TankPageDialog } from './detail-search.ts'

interface Props {
  tank: Tank
  onOpen: (dialog: TankPageDialog) => void
  onSide: () => void
}

/** What can be done with the tank: anybody hangs it on the wall, who runs it suspends it and keeps its notes, who manages it does the rest. */
export function TankHeaderActions({ tank: { code, status }, onOpen, onSide }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const fullscreen = useFullscreen()
  const isManager = may(user, 'tanks.manage')
  const isLive = status !== 'deleted'
  const remove = {
    label: t('common.actions.delete'),
    icon: mdiDeleteOutline,
    onClick: () => onOpen('delete'),
    danger: true,
  }
  const hang = () => {
    if (fullscreen.possible && !fullscreen.active) fullscreen.toggle()
    onSide()
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginInlineStart: { sm: 'auto' } }}>
      {isLive && (
        <Button variant="outlined" startIcon={<Icon path={mdiMonitor} />} onClick={hang}>
          {t('tanks.detail.sideMode')}
        </Button>
      )}
      {isLive && may(user, 'tanks.operate') && (
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <Button variant="outlined" startIcon={<Icon path={mdiPencil} />} onClick={() => onOpen('edit')}>
            {t('common.actions.edit')}
          </Button>
          <RowActions name={code} actions={isManager ? [remove] : []} />
        </Box>
      )}
      {!isLive && isManager && (
        <Button variant="outlined" onClick={() => onOpen('restore')}>
          {t('common.actions.restore')}
        </Button>
      )}
    </Box>
  )
}
