import { webhooksApi } from '@dalyan/contracts/webhooks'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'

/** What the template would send of a made-up alarm, as the server fills it. */
export function TemplatePreview() {
  const { t } = useTranslation()
  const id = useId()
  const { getValues } = useFormContext<{ template: string }>()
  const filling = useMutation({
    mutationFn: (template: string) =>
      call(webhooksApi.preview, { body: { template: template.trim() === '' ? null : template } }),
  })
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <WriteButton
        size="small"
        variant="outlined"
        disabled={filling.isPending}
        onClick={() => filling.mutate(getValues('template'))}
      >
        {t('notifications.webhooks.preview')}
      </WriteButton>
      {filling.error && <ErrorAlert title={t('notifications.webhooks.previewFailed')} error={filling.error} />}
      <Box role="status" sx={{ width: '100%' }}>
        {filling.data && (
          <>
            <Typography id={id} variant="body2" sx={{ color: 'text.secondary' }}>
              {t('notifications.webhooks.previewOf', { type: filling.data.type })}
            </Typography>
            <Box
              component="pre"
              role="group"
              aria-labelledby={id}
              tabIndex={0}
              lang="en"
              sx={({ tokens: { palette } }) => ({
                m: 0,
                p: 1.5,
                maxHeight: 240,
                overflow: 'auto',
                borderRadius: 1,
                bgcolor: palette.surfaceVariant,
                fontSize: '0.8125rem',
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
              })}
            >
              {filling.data.body}
            </Box>
          </>
        )}
      </Box>
    </Box>
  )
}
