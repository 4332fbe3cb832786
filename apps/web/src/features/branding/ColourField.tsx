import { type BrandColour, colourProblem, groundContrast, isColour } from '@dalyan/contracts/brand-colours'
import { errorText } from '@dalyan/contracts/errors'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../shared/format/number.ts'

/** One of the brand's colours, picked or typed as `#RRGGBB`, with its contrast or its problem. */
export function ColourField({ name, label }: { name: BrandColour; label: string }) {
  const { t, i18n } = useTranslation()
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const value = (field.value ?? '').trim()
  const known = isColour(value)
  const problem = known ? colourProblem(name, value) : null
  const contrast = known
    ? t('settings.branding.contrastNow', { ratio: formatNumber(groundContrast(name, value), 1) })
    : ''
  const problemText = problem === null ? undefined : errorText(problem, i18n.language === 'en' ? 'en' : 'tr')
  return (
    <TextField
      name={name}
      label={label}
      value={field.value ?? ''}
      onChange={(event) => field.onChange(event.target.value)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.invalid || problem !== null}
      helperText={problemText ?? fieldState.error?.message ?? contrast}
      slotProps={{
        htmlInput: { autoComplete: 'off', maxLength: 7, spellCheck: false, lang: 'en' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <input
                type="color"
                aria-label={t('settings.branding.pickColour', { name: label })}
                value={known ? value.toLowerCase() : '#000000'}
                onChange={(event) => field.onChange(event.target.value.toUpperCase())}
                style={{ width: 44, height: 44, padding: 4, border: 0, background: 'none', cursor: 'pointer' }}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
