import { mdiEye, mdiEyeOff } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import { TextInput, type TextInputProps } from '../../shared/ui/TextInput.tsx'

/** A password that can be shown. Pasting and password managers stay allowed. */
export function PasswordField(props: Omit<TextInputProps, 'type' | 'endAdornment'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            aria-label={shown ? t('auth.hidePassword') : t('auth.showPassword')}
            onClick={() => setShown(!shown)}
          >
            <Icon path={shown ? mdiEyeOff : mdiEye} />
          </IconButton>
        </InputAdornment>
      }
    />
  )
}
