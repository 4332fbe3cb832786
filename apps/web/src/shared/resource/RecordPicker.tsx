import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormPicker, type PickOption } from '../form/FormPicker.tsx'

interface Props<T, K extends QueryKey> {
  name: string
  label: string
  hint?: ReactNode
  required?: boolean
  /** The records to offer for what is typed. */
  options: (search: string) => UseQueryOptions<T[], Error, T[], K>
  /** How a record is offered; null where it is not. */
  option: (record: T) => PickOption | null
}

/** Picks a record in a form by typing a part of it; the field's value is a `PickOption` or null. */
export function RecordPicker<T, K extends QueryKey>({ options, option, ...field }: Props<T, K>) {
  const [search, setSearch] = useState('')
  const records = useQuery(options(search))
  return (
    <FormPicker
      {...field}
      loading={records.isFetching}
      options={(records.data ?? []).flatMap((record) => option(record) ?? [])}
      onSearch={setSearch}
    />
  )
}
