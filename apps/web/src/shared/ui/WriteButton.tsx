import Button, { type ButtonProps } from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../api/online.ts'

/** A button that changes something on the server: without a network it waits, and says so. */
export function WriteButton({ disabled = false, ...props }: ButtonProps) {
  const { t } = useTranslation()
  const online = useOnline()
  if (online) return <Button {...props} disabled={disabled} />
  return (
    <Button
      {...props}
      disabled
      title={t('common.live.cannotSave')}
      // Else the browser would not show the title.
      style={{ ...props.style, pointerEvents: 'auto', cursor: 'not-allowed' }}
    />
  )
}

/** The reason why the buttons beside it wait, in words. */
export function OfflineNote() {
  const { t } = useTranslation()
  if (useOnline()) return null
  return (
    <Typography role="status" variant="body2" sx={{ flex: '1 1 140px', color: 'text.secondary' }}>
      {t('common.live.cannotSave')}
    </Typography>
  )
}
