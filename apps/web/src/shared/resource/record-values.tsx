import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../format/date-time.ts'
import type { ThemeTokens } from '../theme/tokens.ts'
import type { RecordField } from '../ui/RecordFields.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
import {
  fieldKey,
  type FieldName,
  type KindName,
  type RecordKind,
  type RecordOf,
  type ResourceApi,
  wordText,
} from './record-kind.ts'

/**
 * The value of a record's field as lists and dialogs show it: by the kind's `show`, else a code as English text, a status as a chip,
 * an instant (`…_at`) as date and time, another record by its name, and all else as it is; null where it is empty.
 */
export function shownValue<K extends KindName, A extends ResourceApi>(
  kind: RecordKind<K, A>,
  name: FieldName<K>,
  record: RecordOf<A>,
  t: TFunction,
): ReactNode {
  const own = kind.show?.[name]
  if (own) return own(record, t)
  const value: unknown = record[name as keyof RecordOf<A>]
  if (value === null || value === undefined || value === '') return null
  if (name === 'code') return <span lang="en">{String(value)}</span>
  if (name === 'status') return <RecordStatus kind={kind.name} status={String(value)} />
  if (name.endsWith('_at')) return formatDateTime(value as string)
  return typeof value === 'object' && 'name' in value ? String(value.name) : String(value)
}

/** Fields of a record with their labels, by name. */
export function recordFields<K extends KindName, A extends ResourceApi>(
  kind: RecordKind<K, A>,
  names: readonly FieldName<K>[],
  record: RecordOf<A>,
  t: TFunction,
): RecordField[] {
  return names.map((name) => ({ label: t(fieldKey(kind.name, name)), value: shownValue(kind, name, record, t) }))
}

/** The status of a record as a chip, for kinds whose statuses are among those that the themes colour. */
export function RecordStatus({ kind, status }: { kind: KindName; status: string }) {
  const { t } = useTranslation()
  return <StatusChip look={status as keyof ThemeTokens['status']} label={wordText(t, kind, 'status', status)} />
}
