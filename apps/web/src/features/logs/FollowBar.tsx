import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveBadge } from '../../shared/live/LiveBadge.tsx'
import { DEFAULT_INTERVAL, INTERVALS } from './log-search.ts'

interface Props {
  /** Seconds; 0: off. */
  seconds: number
  /** Why it cannot be on here. */
  reason: string | null
  isPaused: boolean
  newestAt: number | null
  /** Beside the badge: why it stands still. */
  children?: ReactNode
  onChange: (seconds: (typeof INTERVALS)[number] | 0) => void
}

/** Whether and how often a log looks for what is new, and how that goes. */
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
