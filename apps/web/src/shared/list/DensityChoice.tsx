import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'
import { chooseRowDensity, type RowDensity, useRowDensity } from './row-density.ts'

/** The row height of all tables on this device. */
export function DensityChoice() {
  const { t } = useTranslation()
  const density = useRowDensity()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t('common.actions.density')}
      value={density}
      onChange={(_, chosen: RowDensity | null) => chosen && chooseRowDensity(chosen)}
    >
      <ToggleButton value="comfortable" sx={look}>
        {t('common.actions.densityComfortable')}
      </ToggleButton>
      <ToggleButton value="compact" sx={look}>
        {t('common.actions.densityCompact')}
      </ToggleButton>
    </ToggleButtonGroup>
  )
}

const look = { minHeight: 32, px: 1.25, py: 0, fontSize: '0.8125rem' } as const
