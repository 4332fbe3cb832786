import { mdiArrowUp } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveBadge } from '../../shared/live/LiveBadge.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { DEFAULT_INTERVAL, INTERVALS } from './log-search.ts'

interface Props {
  /** Seconds between two polls; 0: off. */
  seconds: number
  /** Why following is not possible here. */
  reason: string | null
  isPaused: boolean
  newestAt: number | null
  /** Shown beside the badge: why the log is paused. */
  children?: ReactNode
  onChange: (seconds: (typeof INTERVALS)[number] | 0) => void
}

/** Switch and interval of the live log, and its state. */
export function FollowBar({ seconds, reason, isPaused, newestAt, children, onChange }: Props) {
  const { t } = useTranslation()
  const note = useId()
  const isOn = seconds > 0 && reason === null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5, minHeight: 44 }}>
      <FormControlLabel
        label={t('logs.autoRefresh')}
        disabled={reason !== null}
        sx={{ mr: 0 }}
        control={
          <Switch
            checked={isOn}
            onChange={(_, on) => onChange(on ? DEFAULT_INTERVAL : 0)}
            slotProps={{ input: { role: 'switch', ...(reason ? { 'aria-describedby': note } : {}) } }}
          />
        }
      />
      {reason ? (
        <Typography id={note} variant="body2" component="span" sx={{ color: 'text.secondary' }}>
          {reason}
        </Typography>
      ) : (
        <>
          {isOn && (
            <TextField
              select
              size="small"
              label={t('logs.interval')}
              value={seconds}
              onChange={(event) => onChange(INTERVALS.find((each) => each === Number(event.target.value)) ?? 0)}
              sx={{ minWidth: 130 }}
            >
              {INTERVALS.map((each) => (
                <MenuItem key={each} value={each}>
                  {t('common.live.autoRefreshEvery', { seconds: each })}
                </MenuItem>
              ))}
            </TextField>
          )}
          <LiveBadge newestAt={newestAt} paused={!isOn || isPaused} pollSeconds={seconds} />
          {children}
        </>
      )}
    </Box>
  )
}

interface PauseNoteProps {
  pause: FollowPause
  /** Number of waiting lines. */
  held: number
  onShow: () => void
}

/** Why a live log is paused, and a button that returns to its newest line. */
export function PauseNote({ pause, held, onShow }: PauseNoteProps) {
  const { t } = useTranslation()
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'center',
        alignItems: 'center',
        columnGap: 1,
        fontSize: '0.875rem',
      }}
    >
      {t(`logs.paused.${pause}`)}
      <Button size="small" onClick={onShow} startIcon={<Icon path={mdiArrowUp} />}>
        {held > 0 ? t('logs.newEntries', { count: held }) : t('logs.follow')}
      </Button>
    </Box>
  )
}

/** The same above the rows, for users who have scrolled: it does not move the rows. */
export function FloatingPauseNote(props: PauseNoteProps) {
  return (
    <Box sx={{ position: 'sticky', top: 64, zIndex: 2, height: 0, display: 'flex', justifyContent: 'center' }}>
      <Paper elevation={4} sx={{ alignSelf: 'flex-start', px: 1.5, py: 0.5, borderRadius: 5 }}>
        <PauseNote {...props} />
      </Paper>
    </Box>
  )
}

/** Why a live log is paused. */
export type FollowPause = 'scrolled' | 'open' | 'selected' | 'off'

/** Pixels below the top bar that still count as the top. */
const TOP_BAR = 56
const AT_TOP = 40

/** Whether a user is reading the table: it is scrolled away from its top, or some of its text is selected. */
export function useReading(table: RefObject<HTMLElement | null>): Exclude<FollowPause, 'open' | 'off'> | null {
  const [isScrolled, setIsScrolled] = useState(false)
  const [isSelected, setIsSelected] = useState(false)
  useEffect(() => {
    function onScroll(): void {
      const top = table.current?.getBoundingClientRect().top ?? TOP_BAR
      setIsScrolled(window.scrollY > AT_TOP && top < TOP_BAR)
    }
    function onSelection(): void {
      const selection = document.getSelection()
      const anchor = selection?.anchorNode ?? null
      setIsSelected(selection?.isCollapsed === false && table.current?.contains(anchor) === true)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    document.addEventListener('selectionchange', onSelection)
    return () => {
      window.removeEventListener('scroll', onScroll)
      document.removeEventListener('selectionchange', onSelection)
    }
  }, [table])
  if (isScrolled) return 'scrolled'
  return isSelected ? 'selected' : null
}
