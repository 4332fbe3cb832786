import type { ReactNode } from 'react'
import { RecordPicker } from '../../../shared/resource/RecordPicker.tsx'
import { firmQueries } from './firms.queries.ts'

interface Props {
  name: string
  label: string
  hint?: ReactNode
  required?: boolean
  /** The id of a firm that is not offered: a firm cannot be its own parent. */
  without?: number | undefined
}

/** Picks a firm in a form; the field's value is a `PickOption` or null. */
export function FirmPicker({ without, ...field }: Props) {
  return (
    <RecordPicker
      {...field}
      options={firmQueries.options}
      option={({ id, name, code }) => (id === without ? null : { id, label: name, note: code })}
    />
  )
}
