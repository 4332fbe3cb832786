import { mdiClose } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import { useNarrow } from './use-narrow.ts'

const NONE: ReadonlySet<number> = new Set()
/** On a phone a target of 44 px. */
const BOX = { p: { xs: 1.5, sm: 0.75 } }

/**
 * The ids of the selected records, among those on screen that can be selected: one that leaves the screen is no longer selected, and another
 * `page` begins without any.
 */
export function useSelection(selectable: readonly { id: number }[], page = '') {
  const [state, setState] = useState({ page, ids: NONE })
  const all = selectable.map(({ id }) => id)
  const ids = state.page === page ? all.filter((id) => state.ids.has(id)) : []
  const isAll = all.length > 0 && ids.length === all.length
  const select = (chosen: readonly number[]) => setState({ page, ids: new Set(chosen) })
  const shown = useRef(ids)
  useEffect(() => {
    shown.current = ids
  })
  // The same function each time, so that a row without a change is not drawn again.
  const toggle = useCallback(
    (id: number) => {
      const before = shown.current
      const chosen = before.includes(id) ? before.filter((each) => each !== id) : [...before, id]
      setState({ page, ids: new Set(chosen) })
    },
    [page],
  )
  return {
    ids,
    isAll,
    has: (id: number) => ids.includes(id),
    /** For the checkbox of a record. */
    boxOf: (id: number) => ({ id, isSelected: ids.includes(id), onToggle: toggle }),
    toggleAll: () => select(isAll ? [] : all),
    clear: () => select([]),
    select,
  }
}

export type Selection = ReturnType<typeof useSelection>

interface SelectBoxProps {
  isSelected: boolean
  onToggle: (id: number) => void
  id: number
  label: string
  disabled: boolean
  /** Why the record cannot be selected. */
  reason?: string | undefined
}

/** The checkbox before a record. */
export function SelectBox({ isSelected, onToggle, id, label, disabled, reason }: SelectBoxProps) {
  return (
    <span title={reason}>
      <Checkbox
        size="small"
        sx={BOX}
        checked={isSelected}
        disabled={disabled}
        onChange={() => onToggle(id)}
        slotProps={{ input: { 'aria-label': reason ? `${label}: ${reason}` : label } }}
      />
    </span>
  )
}

/** The checkbox above the column of checkboxes. */
export function SelectAllBox({ selection: { ids, isAll, toggleAll } }: { selection: Selection }) {
  const { t } = useTranslation()
  return (
    <Checkbox
      size="small"
      sx={BOX}
      checked={isAll}
      indeterminate={ids.length > 0 && !isAll}
      onChange={toggleAll}
      slotProps={{ input: { 'aria-label': t('common.actions.selectAll') } }}
    />
  )
}

interface BarProps {
  selection: Selection
  onEnd: () => void
  /** What can be done with the selected records. */
  children: ReactNode
}

/** Replaces the filters while records are selected; on a phone, whose cards have no heading, it selects all too. */
export function SelectionBar({ selection, onEnd, children }: BarProps) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: { xs: 44, sm: 40 } }}>
      {narrow && <SelectAllBox selection={selection} />}
      <Box role="status" sx={{ flex: { xs: '1 1 80px', sm: '1 1 160px' } }}>
        {t('common.states.selectedCount', { count: selection.ids.length })}
      </Box>
      {narrow && (
        <IconButton aria-label={t('common.actions.clear')} onClick={onEnd} sx={{ width: 44, height: 44 }}>
          <Icon path={mdiClose} />
        </IconButton>
      )}
      {selection.ids.length > 0 && children}
      {!narrow && <Button onClick={onEnd}>{t('common.actions.clear')}</Button>}
    </Box>
  )
}
