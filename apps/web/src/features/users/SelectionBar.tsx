import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

interface Props {
  count: number
  onDelete: () => void
  onClear: () => void
}

/** In place of the filters while somebody is selected. */
export function SelectionBar({ count, onDelete, onClear }: Props) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 40 }}>
      <Box role="status" sx={{ flex: '1 1 160px' }}>
        {t('common.states.selectedCount', { count })}
      </Box>
      <Button variant="contained" color="error" disabled={count === 0} onClick={onDelete}>
        {t('common.actions.deleteSelected', { count })}
      </Button>
      <Button onClick={onClear}>{t('common.actions.clear')}</Button>
    </Box>
  )
}
