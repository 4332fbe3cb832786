import type { Tank } from '@dalyan/contracts/tanks'
import { mdiPencilPlusOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { RecordFields } from '../../../shared/ui/RecordFields.tsx'
import { useTankFields } from '../use-tank-fields.tsx'

interface Props {
  tank: Tank
  /** Opens the form for a reading taken by hand; absent without the permission, or for a deleted tank. */
  onEnterReading?: (() => void) | undefined
}

/** All that is known of the tank beside its values. */
export function InfoTab({ tank, onEnterReading }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Typography variant="h2" sx={visuallyHidden}>
        {t('tanks.detail.tabInfo')}
      </Typography>
      {onEnterReading && (
        <Box sx={{ mb: 1.5 }}>
          <Button variant="outlined" startIcon={<Icon path={mdiPencilPlusOutline} />} onClick={onEnterReading}>
            {t('tanks.detail.addMeasurement')}
          </Button>
        </Box>
      )}
      <Paper variant="outlined" sx={{ p: 2 }}>
        <RecordFields fields={useTankFields(tank)} />
      </Paper>
    </>
  )
}
