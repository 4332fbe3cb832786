import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormPicker } from '../../../shared/form/FormPicker.tsx'
import { firmQueries } from './firms.queries.ts'

interface Props {
  name: string
  label: string
  hint?: ReactNode
  required?: boolean
  /** A firm that is not offered: none belongs to itself. */
  without?: number | null
}

/** Picks a firm, in a `FormDialog`; its value is a `PickOption` or null. */
export function FirmPicker({ name, label, hint, required = false, without = null }: Props) {
  const [search, setSearch] = useState('')
  const firms = useQuery(firmQueries.options(search))
  const options = (firms.data ?? []).filter(({ id }) => id !== without)
  return (
    <FormPicker
      name={name}
      label={label}
      required={required}
      hint={hint}
      loading={firms.isFetching}
      options={options.map((firm) => ({ id: firm.id, label: firm.name, note: firm.code }))}
      onSearch={setSearch}
    />
  )
}
