import type { Alarm } from '@dalyan/contracts/alarms'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListCards } from '../../shared/list/ListCards.tsx'
import { ListTable } from '../../shared/list/ListTable.tsx'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { alarmColumns } from './alarm-columns.tsx'
import { AlarmCard } from './AlarmCard.tsx'

interface Props {
  /** Accessible name of the list. */
  label: string
  alarms: readonly Alarm[]
  /** The box before an alarm, where alarms can be selected. */
  select?: ((alarm: Alarm) => ReactNode) | undefined
  selectAll?: ReactNode
  actions: (alarm: Alarm, wide: boolean) => ReactNode
}

/** Alarms in rows, on a phone in cards. Their order is the server's. */
export function AlarmRows({ label, alarms, select, selectAll, actions }: Props) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  if (narrow) {
    return (
      <ListCards
        label={label}
        rows={alarms}
        card={(alarm) => <AlarmCard alarm={alarm} select={select?.(alarm)} actions={actions(alarm, true)} />}
      />
    )
  }
  const columns = alarmColumns(t, (alarm) => actions(alarm, false))
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <ListTable
        label={label}
        columns={
          select
            ? [{ key: 'select', label: ['common.actions.select'], heading: selectAll, cell: select }, ...columns]
            : columns
        }
        rows={alarms}
        sort=""
        onSort={() => undefined}
      />
    </Paper>
  )
}
