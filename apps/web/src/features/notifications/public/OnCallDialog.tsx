import type { Firm } from '@dalyan/contracts/firms'
import { onCallApi, type OnCallOrder } from '@dalyan/contracts/notifications'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import notifications from '../../../locales/tr/notifications.json' with { type: 'json' }
import { ASKED_ANEW } from '../../../shared/api/query-client.ts'
import { call } from '../../../shared/api/call.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { type PickOption, FormPicker } from '../../../shared/form/FormPicker.tsx'
import { RecordLoader } from '../../../shared/form/RecordLoader.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { notificationQueries } from '../notifications.queries.ts'
import { isDelay, onCallBody, onCallRows, type OnCallRow, withUser } from '../on-call/on-call-values.ts'
import { OnCallList } from '../on-call/OnCallList.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'

addWords({ notifications })

interface OnCallFormValues {
  people: OnCallRow[]
  add: PickOption | null
}

/** Edits the order in which a firm's users are notified while an alarm is not acknowledged. */
export function OnCallDialog({ firm, onClose }: { firm: Pick<Firm, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation()
  const query = notificationQueries.onCall(firm.id)
  const order = useQuery({ ...query, ...ASKED_ANEW })
  const done = useDone(onClose, query.queryKey)
  return (
    <RecordLoader
      query={order}
      label={t('notifications.onCall.title', { name: firm.name })}
      failed={t('notifications.onCall.loadFailed')}
      onClose={onClose}
    >
      {(kept) => (
        <FormDialog<OnCallFormValues, OnCallOrder>
          title={t('notifications.onCall.title', { name: firm.name })}
          submit={t('common.actions.save')}
          failed={t('notifications.onCall.saveFailed')}
          defaults={{ people: onCallRows(kept), add: null }}
          check={({ people }): Record<string, string> =>
            people.every(({ delay }) => isDelay(delay)) ? {} : { people: t('notifications.onCall.delayRange') }
          }
          fieldOf={(name) => (name.startsWith('data') ? 'people' : name)}
          save={({ people }) => call(onCallApi.set, { params: { id: firm.id }, body: onCallBody(people) })}
          onSaved={() => done(t('notifications.onCall.saved'))}
          onClose={onClose}
        >
          <Quiet small>{t('notifications.onCall.intro')}</Quiet>
          <OnCallList />
          <AddOnCall firmId={firm.id} />
        </FormDialog>
      )}
    </RecordLoader>
  )
}

/** Adds a user who may be on call at the end of the firm's order. */
function AddOnCall({ firmId }: { firmId: number }) {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const { field } = useController<Record<string, OnCallRow[]>>({ name: 'people' })
  const rows = field.value
  const added: unknown = useWatch({ name: 'add' })
  // After rendering, so that the picker clears the typed text for the next user.
  useEffect(() => {
    if (added) setValue('add', null)
  }, [added, setValue])
  const [search, setSearch] = useState('')
  const users = useQuery({
    queryKey: ['on-call-candidates', firmId, search],
    queryFn: ({ signal }) => call(onCallApi.candidates, { params: { id: firmId }, query: { search } }, signal),
    placeholderData: keepPreviousData,
  })
  const free = (users.data?.data ?? []).filter(({ id }) => !rows.some(({ user_id }) => user_id === id))
  return (
    <FormPicker
      name="add"
      label={t('notifications.onCall.add')}
      hint={t('notifications.onCall.addHint')}
      loading={users.isFetching}
      options={free.map(({ id, name, email, firm }) => ({
        id,
        label: name,
        note: [email, firm?.name].filter(Boolean).join(' · '),
      }))}
      onSearch={setSearch}
      onPick={(picked) => {
        if (picked) field.onChange(withUser(rows, picked.id, picked.label))
      }}
    />
  )
}
