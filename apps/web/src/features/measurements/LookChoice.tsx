import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'
import type { ExplorerLook } from './explorer-search.ts'

const LOOKS = ['chart', 'table', 'both'] as const

/** Picture, table, or both. */
export function LookChoice({ look, onChange }: { look: ExplorerLook; onChange: (look: ExplorerLook) => void }) {
  const { t } = useTranslation()
  return (
    <ToggleButtonGroup
      exclusive
      value={look}
      onChange={(_, next: ExplorerLook | null) => next && onChange(next)}
      aria-label={t('explorer.view')}
      sx={{ bgcolor: 'background.paper' }}
    >
      {LOOKS.map((each) => (
        <ToggleButton
          key={each}
          value={each}
          sx={{ px: 1.5, minHeight: 40, textTransform: 'none', fontWeight: 700, fontSize: '0.8125rem' }}
        >
          {t(`measurements.views.${each}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
