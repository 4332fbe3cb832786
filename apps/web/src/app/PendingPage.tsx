import LinearProgress from '@mui/material/LinearProgress'
import { useTranslation } from 'react-i18next'

/** While a page's code or the sign-in is on its way. */
export function PendingPage() {
  const { t } = useTranslation()
  return (
    <LinearProgress aria-label={t('common.states.loading')} sx={{ position: 'absolute', insetInline: 0, height: 2 }} />
  )
}
