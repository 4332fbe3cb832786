import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useController, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fitsSearch, isSameName } from './fits-search.ts'

const LONGEST = 60

interface Props {
  name: string
  label: string
  options: readonly string[]
  /** Called with the value once it is picked, or typed and left. */
  onSettled?: (value: string) => void
}

/** The name of a province or district, picked from the list or typed, because foreign ones are not listed. Its value is a string. */
export function PlaceField({ name, label, options, onSettled }: Props) {
  const { t } = useTranslation()
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const { isSubmitting } = useFormState()
  const value = field.value ?? ''

  function settle(typed: string) {
    const settled = options.find((option) => isSameName(option, typed)) ?? typed
    if (settled !== value) field.onChange(settled)
    onSettled?.(settled)
  }
  return (
    <Autocomplete
      freeSolo
      options={options}
      value={value || null}
      inputValue={value}
      onInputChange={(_, text, reason) => {
        if (reason === 'input' || reason === 'clear') field.onChange(text)
      }}
      onChange={(_, picked) => settle(picked ?? '')}
      onBlur={() => {
        settle(value.trim())
        field.onBlur()
      }}
      filterOptions={(all, { inputValue }) => all.filter((option) => fitsSearch(option, inputValue))}
      readOnly={isSubmitting}
      forcePopupIcon={options.length > 0}
      clearText={t('common.actions.clear')}
      openText={t('common.actions.showList')}
      closeText={t('common.actions.close')}
      renderInput={(params) => (
        <TextField
          {...params}
          name={name}
          label={label}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, maxLength: LONGEST } }}
        />
      )}
    />
  )
}
