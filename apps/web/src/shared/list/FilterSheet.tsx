import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { readTypedDays } from '../form/typed-days.ts'
import { draftOfDays, type FilterField } from './filter-field.ts'
import { FilterInput } from './FilterInput.tsx'

interface Props {
  fields: readonly FilterField[]
  /** The filters that the list has now. */
  applied: Readonly<Record<string, unknown>>
  narrow: boolean
  isOpen: boolean
  onClose: () => void
  onApply: (part: Readonly<Record<string, unknown>>) => void
}

/** Filters on a sheet; they are applied together. */
export function FilterSheet({ fields, applied, narrow, isOpen, onClose, onApply }: Props) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState(applied)
  const [isTried, setIsTried] = useState(false)
  return (
    <Drawer
      anchor={narrow ? 'bottom' : 'right'}
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('common.table.filters') } }}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const read = readDrafts(fields, picked)
          if (read) return onApply(read)
          flushSync(() => setIsTried(true))
          event.currentTarget.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
        }}
        sx={{ p: 2, display: 'grid', gap: 2, width: { sm: 320 } }}
      >
        <Typography variant="h2">{t('common.table.filters')}</Typography>
        {fields.map((field) => (
          <FilterInput
            key={field.name}
            field={field}
            value={picked[field.name]}
            onValue={(value) => setPicked({ ...picked, [field.name]: value })}
            wide
            isTried={isTried}
          />
        ))}
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
          <Button
            variant="outlined"
            onClick={() => onApply(Object.fromEntries(fields.map(({ name }) => [name, undefined])))}
          >
            {t('common.actions.clear')}
          </Button>
          <Button type="submit" variant="contained">
            {t('common.actions.apply')}
          </Button>
        </Box>
      </Box>
    </Drawer>
  )
}

/** The picked values, typed days in the API's form; null while some are invalid. */
function readDrafts(
  fields: readonly FilterField[],
  picked: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  const read = { ...picked }
  for (const { name, kind } of fields) {
    if (kind !== 'days') continue
    const result = readTypedDays(draftOfDays(picked[name]))
    if (result.problems) return null
    read[name] = result.days
  }
  return read
}
