import { mdiCheckboxMultipleMarkedOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListColumn } from '../list/ListTable.tsx'
import { SelectAllBox, SelectBox, useSelection } from '../list/Selection.tsx'
import { useNarrow } from '../list/use-narrow.ts'
import { Icon } from '../ui/Icon.tsx'
import { ManyBar } from './ManyBar.tsx'
import { type ManyAction, useDeletion } from './many-actions.ts'
import { type KindName, nameOf, type RecordKind, type RecordOf, type ResourceApi } from './record-kind.ts'

/** What users can do with several selected records, besides deleting and restoring them. */
export interface ManyOf<R> {
  actions?: readonly ManyAction<R>[]
  /** Controls for selected records that are not deleted; `onEnd` ends the selection. */
  controls?: (records: readonly R[], onEnd: () => void) => ReactNode
  /** Why a record cannot be selected. */
  refusal?: (record: R) => string | undefined
}

interface SelectingOptions<R> {
  /** Another page begins without selected records. */
  page: string
  mayManage: boolean
  many: ManyOf<R> | undefined
}

/** The selection of a list: its column, its checkboxes on cards, which are shown on demand, and the bar that replaces search and filters. */
export function useSelecting<K extends KindName, A extends ResourceApi>(
  kind: RecordKind<K, A>,
  rows: readonly RecordOf<A>[],
  { page, mayManage, many = {} }: SelectingOptions<RecordOf<A>>,
) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const { actions: own = [], controls, refusal } = many
  const deletion = useDeletion(kind)
  const actions = [...own, ...(mayManage ? deletion : [])]
  const canBe = (record: RecordOf<A>) =>
    refusal?.(record) === undefined &&
    ((controls !== undefined && record.status !== 'deleted') || actions.some(({ isFor }) => isFor(record)))
  const selection = useSelection(rows.filter(canBe), page)
  const [isOn, setIsOn] = useState(false)
  if (!controls && actions.length === 0) return { columns: [], onCard: () => undefined }

  const box = (record: RecordOf<A>) => (
    <SelectBox
      {...selection.boxOf(record.id)}
      label={t('common.actions.selectRow', { name: nameOf(record) })}
      disabled={!canBe(record)}
      reason={refusal?.(record)}
    />
  )
  const turn = (to: boolean) => {
    selection.clear()
    setIsOn(to)
  }
  const column: ListColumn<RecordOf<A>, never> = {
    key: 'select',
    label: ['common.actions.select'],
    heading: <SelectAllBox selection={selection} />,
    cell: box,
  }
  return {
    columns: [column],
    onCard: (record: RecordOf<A>) => isOn && box(record),
    /** On a phone: shows the checkboxes. */
    toggle: narrow && (
      <IconButton
        aria-label={t('common.actions.select')}
        aria-pressed={isOn}
        onClick={() => turn(!isOn)}
        sx={{ width: 44, height: 44 }}
      >
        <Icon path={mdiCheckboxMultipleMarkedOutline} />
      </IconButton>
    ),
    bar:
      isOn || selection.ids.length > 0 ? (
        <ManyBar
          selection={selection}
          records={rows}
          actions={actions}
          controls={controls?.(
            rows.filter(({ id, status }) => status !== 'deleted' && selection.has(id)),
            () => turn(false),
          )}
          changed={[kind.queries.all, ...(kind.alsoChanged ?? [])]}
          onEnd={() => turn(false)}
        />
      ) : undefined,
  }
}
