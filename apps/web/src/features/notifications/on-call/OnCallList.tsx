import { mdiArrowDown, mdiArrowUp, mdiClose } from '@mdi/js'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useLayoutEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { isDelay, moved, type OnCallRow, withoutUser } from './on-call-values.ts'

/** The on-call order, changed by buttons, so that it works with the keyboard too. */
export function OnCallList() {
  const { t } = useTranslation()
  const {
    field: { value: rows, onChange, ref },
  } = useController<Record<string, OnCallRow[]>>({ name: 'people' })
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const pressed = useRef<string>(null)

  // A moved row loses the focus.
  useLayoutEffect(() => {
    if (pressed.current) list.current?.querySelector<HTMLElement>(`#${pressed.current}`)?.focus()
    pressed.current = null
  }, [rows])

  function move(from: number, by: -1 | 1): void {
    const row = rows[from]
    const to = from + by
    if (!row || to < 0 || to >= rows.length) return
    onChange(moved(rows, from, by))
    setSaid(t('notifications.onCall.moved', { name: row.name, place: to + 1 }))
    pressed.current = buttonId(row, by)
  }
  const change = (row: OnCallRow, delay: string) =>
    onChange(rows.map((each) => (each === row ? { ...each, delay } : each)))

  return (
    <Box ref={ref} tabIndex={-1}>
      {rows.length === 0 && <Typography>{t('notifications.onCall.empty')}</Typography>}
      <Box
        ref={list}
        component="ol"
        aria-label={t('notifications.onCall.list')}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}
      >
        {rows.map((row, index) => {
          const label = t(index === 0 ? 'notifications.onCall.delayFirst' : 'notifications.onCall.delayNext')
          return (
            <Box
              component="li"
              key={row.user_id}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
            >
              <Box component="span" sx={{ flex: '1 1 140px', minWidth: 0, overflowWrap: 'anywhere' }}>
                {index + 1}. <b>{row.name}</b>
              </Box>
              <TextField
                size="small"
                label={label}
                value={row.delay}
                error={!isDelay(row.delay)}
                onChange={(event) => change(row, event.target.value)}
                slotProps={{
                  htmlInput: {
                    inputMode: 'numeric',
                    'aria-label': t('notifications.onCall.delayOf', { name: row.name, label }),
                  },
                }}
                sx={{ width: 176 }}
              />
              <Box sx={{ display: 'flex' }}>
                {MOVES.map(({ by, label, icon }) => {
                  // At the end the button does nothing, but the focus stays on it.
                  const isEnd = index + by < 0 || index + by >= rows.length
                  return (
                    <IconButton
                      key={by}
                      id={buttonId(row, by)}
                      aria-label={t(label, { name: row.name })}
                      title={t(label, { name: row.name })}
                      aria-disabled={isEnd}
                      onClick={() => move(index, by)}
                      sx={isEnd ? { color: 'text.disabled' } : {}}
                    >
                      <Icon path={icon} />
                    </IconButton>
                  )
                })}
                <IconButton
                  aria-label={t('notifications.onCall.remove', { name: row.name })}
                  title={t('notifications.onCall.remove', { name: row.name })}
                  onClick={() => onChange(withoutUser(rows, row.user_id))}
                >
                  <Icon path={mdiClose} />
                </IconButton>
              </Box>
            </Box>
          )
        })}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </Box>
  )
}

const MOVES = [
  { by: -1, label: 'notifications.onCall.up', icon: mdiArrowUp },
  { by: 1, label: 'notifications.onCall.down', icon: mdiArrowDown },
] as const
const buttonId = ({ user_id }: OnCallRow, by: -1 | 1) => `on-call-${by < 0 ? 'up' : 'down'}-${user_id}`
