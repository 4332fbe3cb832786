import { type Alarm, alarmsApi, type ShelveInput } from '@dalyan/contracts/alarms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { formatTime } from '../../shared/format/date-time.ts'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import type { AlarmDialogProps } from './AlarmDialogs.tsx'
import { alarmName } from './public/alarm-facts.ts'
import { alarmCondition } from './public/alarm-look.ts'
import { alarmKeys, alarmMutations } from './public/alarms.queries.ts'

/** The actions on the alarms of a list. `onChanged` receives the changed alarms. */
export function useAlarmMutations(onChanged: (alarms: readonly Alarm[]) => void) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: alarmKeys.all })

  const acknowledge = useMutation({
    ...alarmMutations.acknowledgeMany(cache),
    onSuccess: ({ data, skipped }) => {
      onChanged(data)
      const done = data.length > 0 ? [t('alarms.messages.acked', { count: data.length })] : []
      const left = skipped.length > 0 ? [t('alarmPage.skipped', { count: skipped.length })] : []
      show([...done, ...left].join(' · '))
    },
  })
  const shelve = useMutation({
    mutationFn: ({ id, ...body }: ShelveInput & { id: number }) => call(alarmsApi.shelve, { params: { id }, body }),
    onSuccess: (alarm) => {
      onChanged([alarm])
      show(t('alarmPage.shelvedNow', { time: formatTime(alarm.shelved_until ?? alarm.last_at) }))
    },
    // Not awaited: the dialog gives the focus back to the row, and must do so before the new list drops the row.
    onSettled: () => void onSettled(),
  })
  const unshelve = useMutation({
    mutationFn: (id: number) => call(alarmsApi.unshelve, { params: { id } }),
    onSuccess: (alarm) => {
      onChanged([alarm])
      show(t('alarmPage.unshelved'))
    },
    onSettled,
  })
  const acknowledgeSome = (ids: number[], note: string | null = null) => acknowledge.mutateAsync({ ids, note })
  const failure = acknowledge.error ?? unshelve.error
  return {
    acknowledge: acknowledgeSome,
    unshelve: unshelve.mutateAsync,
    /** The dialog about one alarm. */
    dialogOf: (name: AlarmDialogProps['name'], alarm: Alarm): AlarmDialogProps => ({
      name,
      title: alarmName(t, alarm),
      condition: alarmCondition(t, alarm),
      severity: alarm.severity,
      acknowledge: (note) => acknowledgeSome([alarm.id], note),
      shelve: (input) => shelve.mutateAsync({ id: alarm.id, ...input }),
    }),
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
