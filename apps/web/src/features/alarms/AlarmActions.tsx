import type { Alarm } from '@dalyan/contracts/alarms'
import { mdiChartLine, mdiNoteEditOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { type RowAction, RowActions } from '../../shared/list/RowActions.tsx'
import { may, useUser } from '../../shared/session/user.ts'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { alarmName, chartSearch } from './public/alarm-facts.ts'
import { isWaiting } from './public/alarm-look.ts'
import type { AlarmDialogProps } from './AlarmDialogs.tsx'
import type { AlarmMutations } from './use-alarm-mutations.ts'

interface Props {
  alarm: Alarm
  mutations: AlarmMutations
  onDialog: (dialog: 'note' | 'shelve') => void
  /** On a phone: `Onayla` has the full width of its card. */
  wide?: boolean
}

/** Draws the actions of each alarm of a list. */
export function actionsOf(mutations: AlarmMutations, onDialog: (dialog: AlarmDialogProps) => void) {
  return (alarm: Alarm, wide: boolean) => (
    <AlarmActions
      alarm={alarm}
      mutations={mutations}
      wide={wide}
      onDialog={(name) => onDialog(mutations.dialogOf(name, alarm))}
    />
  )
}

/** The actions of an alarm; a user who may only view it gets the link to its chart. */
function AlarmActions({ alarm, mutations, onDialog, wide = false }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const container = useRef<HTMLDivElement>(null)
  const mayAct = may(useUser(), 'alarms.acknowledge')
  const name = alarmName(t, alarm)
  const { id, tank, state, shelved_until } = alarm
  const isShelved = shelved_until !== null && Date.parse(shelved_until) > serverNow()
  const acknowledges = mayAct && isWaiting(alarm)
  const busy = mutations.busy.has(id)

  const isPressed = useRef(false)

  // The pressed button is removed by the next state of the row (from answer, list or socket); the focus must stay in the row.
  useLayoutEffect(() => {
    if (!isPressed.current || container.current?.contains(document.activeElement)) return
    isPressed.current = false
    if (document.activeElement === document.body) container.current?.querySelector('button')?.focus()
  })
  async function act(action: () => Promise<unknown>): Promise<void> {
    if (busy) return
    isPressed.current = container.current?.contains(document.activeElement) ?? false
    try {
      await action()
    } catch {
      // The page shows the failure (`mutations.failure`).
    }
  }
  const chart: RowAction[] = tank
    ? [
        {
          label: t('alarms.actions.openChart'),
          icon: mdiChartLine,
          onClick: () =>
            void navigate({
              to: '/tanks/$id',
              params: { id: String(tank.id) },
              search: chartSearch(alarm, serverNow()),
            }),
        },
      ]
    : []
  const note = { label: t('alarmPage.ackWithNote'), icon: mdiNoteEditOutline, onClick: () => onDialog('note') }
  return (
    <Box
      ref={container}
      sx={{
        display: 'flex',
        flexWrap: wide ? 'wrap' : 'nowrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 0.5,
      }}
    >
      {acknowledges && (
        <WriteButton
          variant="contained"
          size={wide ? 'large' : 'small'}
          fullWidth={wide}
          aria-disabled={busy}
          aria-label={t('alarmPage.ackOf', { name })}
          onClick={() => void act(() => mutations.acknowledge([id]))}
        >
          {t('alarms.actions.ack')}
        </WriteButton>
      )}
      {/* One button for both directions, so that the focus stays on it. */}
      {mayAct && (isShelved || state !== 'closed') && (
        <WriteButton
          size="small"
          aria-disabled={busy}
          aria-label={t(isShelved ? 'alarmPage.unshelveOf' : 'alarmPage.shelveOf', { name })}
          onClick={() => (isShelved ? void act(() => mutations.unshelve(id)) : onDialog('shelve'))}
        >
          {t(isShelved ? 'alarmPage.actions.unshelve' : 'alarmPage.actions.shelve')}
        </WriteButton>
      )}
      {acknowledges ? (
        <RowActions name={name} actions={[note, ...chart]} />
      ) : (
        <RowActions name={name} main={chart[0]} actions={[]} />
      )}
    </Box>
  )
}
