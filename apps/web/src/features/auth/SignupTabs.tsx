import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Login or registration; the choice is in the address. */
export function SignupTabs({ mode }: { mode: 'login' | 'register' }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Tabs
      value={mode}
      onChange={(_, tab: 'login' | 'register') =>
        void navigate({ to: '/', search: tab === 'register' ? { mode: 'register' } : {}, replace: true })
      }
    >
      <Tab value="login" label={t('auth.loginTab')} />
      <Tab value="register" label={t('auth.registerTab')} />
    </Tabs>
  )
}
