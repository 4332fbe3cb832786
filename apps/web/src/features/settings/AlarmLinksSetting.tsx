import { alarmLinksApi } from '@dalyan/contracts/notifications'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'

/** Renews the key of the links in messages, which ends all links that were sent. */
export function AlarmLinksSetting() {
  const { t } = useTranslation()
  const show = useSnackbar()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography variant="h3">{t('settings.fields.alarmLinks')}</Typography>
      <Quiet small>{t('settings.fields.alarmLinksHint')}</Quiet>
      <WriteButton variant="outlined" onClick={() => setIsAsking(true)}>
        {t('settings.fields.alarmLinksEnd')}
      </WriteButton>
      {isAsking && (
        <ConfirmDialog
          title={t('settings.fields.alarmLinksTitle')}
          body={t('settings.fields.alarmLinksBody')}
          confirm={t('settings.fields.alarmLinksConfirm')}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            await call(alarmLinksApi.endAll)
            setIsAsking(false)
            show(t('settings.messages.alarmLinksEnded'))
          }}
        />
      )}
    </Box>
  )
}
