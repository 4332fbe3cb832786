import type { Tank } from '@dalyan/contracts/tanks'
import { mdiDeleteOutline, mdiPencil } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { RowActions } from '../../../shared/list/RowActions.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import type { TankPageDialog } from './detail-search.ts'

interface Props {
  tank: Tank
  /** Others, who run the tank, suspend it and keep its notes. */
  isManager: boolean
  onOpen: (dialog: TankPageDialog) => void
}

/** What can be done with the tank by who manages or runs it. */
export function TankHeaderActions({ tank: { code, status }, isManager, onOpen }: Props) {
  const { t } = useTranslation()
  const remove = {
    label: t('common.actions.delete'),
    icon: mdiDeleteOutline,
    onClick: () => onOpen('delete'),
    danger: true,
  }
  if (status === 'deleted' && !isManager) return null
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', marginInlineStart: { sm: 'auto' } }}>
      {status === 'deleted' ? (
        <Button variant="outlined" onClick={() => onOpen('restore')}>
          {t('common.actions.restore')}
        </Button>
      ) : (
        <>
          <Button variant="outlined" startIcon={<Icon path={mdiPencil} />} onClick={() => onOpen('edit')}>
            {t('common.actions.edit')}
          </Button>
          <RowActions name={code} actions={isManager ? [remove] : []} />
        </>
      )}
    </Box>
  )
}
