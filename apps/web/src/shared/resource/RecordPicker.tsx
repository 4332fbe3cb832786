import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormPicker, type PickOption } from '../form/FormPicker.tsx'

interface Props<T, K extends QueryKey> {
  name: string
  label: string
  hint?: ReactNode
  required?: boolean
  /** The query of the records for the typed text. */
  options: (search: string) => UseQueryOptions<T[], Error, T[], K>
  /** A record as an option; null: it is not offered. */
  option: (record: T) => PickOption | null
}

/** Picks a record in a form by a part of its name; the field's value is a `PickOption` or null. */
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
