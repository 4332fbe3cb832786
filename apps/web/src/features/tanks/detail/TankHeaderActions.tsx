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
  onOpen: (dialog: TankPageDialog) => void
}

/** What an administrator can do with the tank on whose page he is. */
export function TankHeaderActions({ tank: { code, status }, onOpen }: Props) {
  const { t } = useTranslation()
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
          <RowActions
            name={code}
            actions={[
              {
                label: t('common.actions.delete'),
                icon: mdiDeleteOutline,
                onClick: () => onOpen('delete'),
                danger: true,
              },
            ]}
          />
        </>
      )}
    </Box>
  )
}
