import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { type DaysRead, readTypedDays, type TypedDays } from '../form/typed-days.ts'

interface Props {
  label: string
  value: TypedDays
  onValue: (value: TypedDays) => void
  /** Whether problems are shown already. */
  isTried: boolean
}

/** One day, or first and last day, typed as `31.01.2026`. */
export function DaysFilter({ label, value, onValue, isTried }: Props) {
  const { t } = useTranslation()
  const problems: DaysRead['problems'] = isTried ? readTypedDays(value).problems : undefined
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 2 }}>
      {(['first', 'last'] as const).map((end) => (
        <TextField
          key={end}
          size="small"
          label={t(`list.days.${end}`, { label })}
          value={value[end]}
          onChange={(event) => onValue({ ...value, [end]: event.target.value })}
          error={problems?.[end] !== undefined}
          helperText={problems?.[end] ? t(`list.days.${problems[end]}`) : t(`list.days.${end}Hint`)}
          slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20, autoComplete: 'off' } }}
        />
      ))}
    </Box>
  )
}
