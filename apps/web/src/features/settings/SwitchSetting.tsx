import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useOnline } from '../../shared/api/online.ts'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { failureText, type FailureTexts } from './failure-text.ts'

interface Props {
  label: string
  hint: string
  /** As the server has it; undefined until it has said so. */
  enabled: boolean | undefined
  /** @throws ApiError */
  save: (enabled: boolean) => Promise<void>
  saved: { on: string; off: string }
  failed: FailureTexts
}

/** Yes or no: turns at once, and back with the reason when the server does not keep it. */
export function SwitchSetting({ label, hint, enabled, save, saved, failed }: Props) {
  const id = useId()
  const show = useSnackbar()
  const online = useOnline()
  const saving = useMutation({
    mutationFn: save,
    // One after the other: the last turn of the switch is what stays.
    scope: { id },
    onSuccess: (_, on) => show(on ? saved.on : saved.off),
  })
  const shown = saving.isPending ? saving.variables : enabled
  return (
    <Box>
      <FormControlLabel
        label={label}
        sx={{ minHeight: 44 }}
        control={
          <Switch
            checked={shown === true}
            disabled={enabled === undefined || !online}
            onChange={(_, on) => saving.mutate(on)}
            slotProps={{ input: { 'aria-describedby': `${id}-hint` } }}
          />
        }
      />
      <Typography id={`${id}-hint`} variant="body2" sx={{ color: 'text.secondary' }}>
        {hint}
      </Typography>
      {saving.error && (
        <Typography role="alert" variant="body2" sx={({ tokens: { palette } }) => ({ color: palette.error.text })}>
          {failureText(saving.error, failed)}: {saving.error.message}
        </Typography>
      )}
    </Box>
  )
}
