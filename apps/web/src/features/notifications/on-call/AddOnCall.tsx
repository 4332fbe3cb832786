import { onCallApi } from '@dalyan/contracts/notifications'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { FormPicker } from '../../../shared/form/FormPicker.tsx'
import { type OnCallRow, withPerson } from './on-call-values.ts'

/** Puts somebody at the end of the firm's order; offered are those who may stand in it. */
export function AddOnCall({ firmId }: { firmId: number }) {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const { field } = useController<Record<string, OnCallRow[]>>({ name: 'people' })
  const rows = field.value
  const added: unknown = useWatch({ name: 'add' })
  // Once it was drawn, so that the picker forgets what was typed, and the next one can be looked for.
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
        if (picked) field.onChange(withPerson(rows, picked.id, picked.label))
      }}
    />
  )
}
