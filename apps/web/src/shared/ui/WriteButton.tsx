import Button, { type ButtonProps } from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../api/online.ts'

/** A button that changes something on the server; disabled without a network, with the reason as its title. */
export function WriteButton({ disabled = false, ...props }: ButtonProps) {
  const { t } = useTranslation()
  const online = useOnline()
  if (online) return <Button {...props} disabled={disabled} />
  return (
    <Button
      {...props}
      disabled
      title={t('common.live.cannotSave')}
      // Otherwise the browser would not show the title.
      style={{ ...props.style, pointerEvents: 'auto', cursor: 'not-allowed' }}
    />
  )
}

/** Says why the buttons beside it are disabled while there is no network. */
export function OfflineNote() {
  const { t } = useTranslation()
  if (useOnline()) return null
  return (
    <Typography role="status" variant="body2" sx={{ flex: '1 1 140px', color: 'text.secondary' }}>
      {t('common.live.cannotSave')}
    </Typography>
  )
}
