import { notificationsApi, type PreferencesInput } from '@dalyan/contracts/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { notificationQueries } from '../notifications.queries.ts'

/** Saves the given preferences; `variables` holds those being saved. */
export function useSetPreferences() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const show = useSnackbar()
  return useMutation({
    mutationFn: (body: PreferencesInput) => call(notificationsApi.setPreferences, { body }),
    onSuccess: (kept) => {
      cache.setQueryData(notificationQueries.preferences().queryKey, kept)
      show(t('notifications.settings.saved'))
    },
  })
}
