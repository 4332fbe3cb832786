import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PlaceField } from './PlaceField.tsx'

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

/** The fields `province` and `district` of a form: the districts offered are the province's. Without the list both are plain text. */
export function ProvinceDistrictFields() {
  const { t } = useTranslation()
  const { data: places } = useQuery(turkishPlaces)
  const { getValues, setValue } = useFormContext<Places>()
  const province = useWatch<Places, 'province'>({ name: 'province' })
  const settled = useRef(province)

  /** Removes a district of the previous province; one from the record stays until the province changes. */
  function follow(next: string) {
    if (next === settled.current || !places) return
    settled.current = next
    if (!places[next]?.includes(getValues('district'))) setValue('district', '', { shouldDirty: true })
  }
  return (
    <>
      <PlaceField
        name="province"
        label={t('common.fields.province')}
        options={places ? Object.keys(places) : NONE}
        onSettled={follow}
      />
      <PlaceField name="district" label={t('common.fields.district')} options={places?.[province] ?? NONE} />
    </>
  )
}
