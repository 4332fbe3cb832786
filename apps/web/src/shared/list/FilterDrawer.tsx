import { mdiFilterVariant } from '@mdi/js'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import Typography from '@mui/material/Typography'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import { readTypedDays } from '../form/typed-days.ts'
import { draftOfDays, type FilterField } from './filter-field.ts'
import { FilterInput } from './FilterInput.tsx'

interface Props {
  fields: readonly FilterField[]
  state: Readonly<Record<string, unknown>>
  narrow: boolean
  onApply: (part: Readonly<Record<string, unknown>>) => void
}

/** Filters behind a button that counts them; they are applied together. */
export function FilterDrawer({ fields, state, narrow, onApply }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [picked, setPicked] = useState<Readonly<Record<string, unknown>>>({})
  const [isTried, setIsTried] = useState(false)
  const now = Object.fromEntries(fields.map(({ name }) => [name, state[name]]))

  function apply(part: Readonly<Record<string, unknown>>) {
    setOpen(false)
    onApply(part)
  }
  return (
    <>
      <Button
        variant="outlined"
        onClick={() => {
          setPicked(now)
          setIsTried(false)
          setOpen(true)
        }}
        sx={{ minWidth: 48, minHeight: 40, px: 1 }}
      >
        <Box component="span" sx={visuallyHidden}>
          {t('common.table.filters')}
        </Box>
        <Badge badgeContent={Object.values(now).filter((value) => value !== undefined).length} color="primary">
          <Icon path={mdiFilterVariant} />
        </Badge>
      </Button>
      <Drawer
        anchor={narrow ? 'bottom' : 'right'}
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('common.table.filters') } }}
      >
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            const read = readDrafts(fields, picked)
            if (read) return apply(read)
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
              onClick={() => apply(Object.fromEntries(fields.map(({ name }) => [name, undefined])))}
            >
              {t('common.actions.clear')}
            </Button>
            <Button type="submit" variant="contained">
              {t('common.actions.apply')}
            </Button>
          </Box>
        </Box>
      </Drawer>
    </>
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
