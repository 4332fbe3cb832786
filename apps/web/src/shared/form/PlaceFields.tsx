import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { fitsSearch, isSameName } from './fits-search.ts'
import { useFormField } from './use-form-field.tsx'

const LONGEST = 60

interface Places {
  province: string
  district: string
}

const turkishPlaces = {
  queryKey: ['turkish-places'],
  queryFn: async () => (await import('virtual:turkish-places')).DISTRICTS,
  staleTime: Infinity,
}
const NONE: readonly string[] = []

/** The field `province` of a form. Without the list it is plain text, as is the district. */
export function ProvinceField({ label }: { label: string }) {
  const { data: places } = useQuery(turkishPlaces)
  const { getValues, setValue } = useFormContext<Places>()
  const settled = useRef(getValues('province'))

  /** Removes a district of the previous province; one from the record stays until the province changes. */
  function follow(next: string) {
    if (next === settled.current || !places) return
    settled.current = next
    if (!places[next]?.includes(getValues('district'))) setValue('district', '', { shouldDirty: true })
  }
  return <PlaceField name="province" label={label} options={places ? Object.keys(places) : NONE} onSettled={follow} />
}

/** The field `district` of a form: the districts offered are those of its `province`. */
export function DistrictField({ label }: { label: string }) {
  const { data: places } = useQuery(turkishPlaces)
  const province = useWatch<Places, 'province'>({ name: 'province' })
  return <PlaceField name="district" label={label} options={places?.[province] ?? NONE} />
}

interface Props {
  name: string
  label: string
  options: readonly string[]
  /** Called with the value once it is picked, or typed and left. */
  onSettled?: (value: string) => void
}

/** The name of a province or district, picked from the list or typed, because foreign ones are not listed. Its value is a string. */
function PlaceField({ name, label, options, onSettled }: Props) {
  const { field, isSubmitting, look } = useFormField<string>({ name, label })
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
      renderInput={(params) => (
        <TextField
          {...params}
          {...look}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, maxLength: LONGEST } }}
        />
      )}
    />
  )
}
