import Button from '@mui/material/Button'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** The way back. */
export function ToLogin() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to="/" replace sx={{ minHeight: 44 }}>
      {t('accountMail.forgot.toLogin')}
    </Button>
  )
}
