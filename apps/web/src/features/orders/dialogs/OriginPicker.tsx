import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormPicker } from '../../../shared/form/FormPicker.tsx'
import { tankQueries } from '../../records/public/tanks.queries.ts'

/** The tank that an item comes from; the customer never sees it. */
export function OriginPicker({ name }: { name: string }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const tanks = useQuery(tankQueries.options(search))
  return (
    <FormPicker
      name={name}
      label={t('orders.fields.origin')}
      loading={tanks.isPending}
      options={(tanks.data ?? []).map((tank) => ({ id: tank.id, label: tank.code, note: tank.name }))}
      onSearch={setSearch}
    />
  )
}
