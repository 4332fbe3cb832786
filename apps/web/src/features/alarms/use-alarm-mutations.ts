import type { Alarm } from '@dalyan/contracts/alarms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { acknowledgeAlarms, unshelveAlarm } from './alarm-page.queries.ts'
import { alarmKeys } from './public/alarms.queries.ts'

/** The actions that need no form. `onChanged` receives the changed alarms. */
export function useAlarmMutations(onChanged: (alarms: readonly Alarm[]) => void) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: alarmKeys.all })

  const acknowledge = useMutation({
    mutationFn: acknowledgeAlarms,
    onSuccess: ({ data, skipped }) => {
      onChanged(data)
      const done = data.length > 0 ? [t('alarms.messages.acked', { count: data.length })] : []
      const left = skipped.length > 0 ? [t('alarmPage.skipped', { count: skipped.length })] : []
      show([...done, ...left].join(' · '))
    },
    onSettled,
  })
  const unshelve = useMutation({
    mutationFn: unshelveAlarm,
    onSuccess: (alarm) => {
      onChanged([alarm])
      show(t('alarmPage.unshelved'))
    },
    onSettled,
  })
  const failure = acknowledge.error ?? unshelve.error
  return {
    acknowledge: (ids: number[], note: string | null = null) => acknowledge.mutateAsync({ ids, note }),
    unshelve: (id: number) => unshelve.mutateAsync(id),
    /** Ids of the alarms whose action is running. */
    busy: new Set([
      ...(acknowledge.isPending ? acknowledge.variables.ids : []),
      ...(unshelve.isPending ? [unshelve.variables] : []),
    ]),
    failure: failure && {
      error: failure,
      title: acknowledge.error ? t('alarms.messages.ackFailed') : t('alarmPage.unshelveFailed'),
    },
    forget: () => (acknowledge.reset(), unshelve.reset()),
  }
}

export type AlarmMutations = ReturnType<typeof useAlarmMutations>
