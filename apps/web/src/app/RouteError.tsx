import Box from '@mui/material/Box'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../shared/api/api-error.ts'
import { ErrorAlert } from '../shared/ui/ErrorAlert.tsx'

/** Shown when a page fails to load or to render; the shell around it stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const shown = error instanceof ApiError ? error : new Error(t('errors.renderCrash'))
  return (
    <Box sx={{ p: 2, maxWidth: 720, mx: 'auto' }}>
      <ErrorAlert
        error={shown}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </Box>
  )
}
