import { mdiFilterVariant } from '@mdi/js'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import type { FilterField } from './filter-field.ts'

interface Props {
  fields: readonly FilterField[]
  state: Readonly<Record<string, unknown>>
  narrow: boolean
  onApply: (part: Readonly<Record<string, unknown>>) => void
}

const FilterSheet = onDemand(async () => (await import('./FilterSheet.tsx')).FilterSheet, { isOpenedByUser: true })

/** Filters behind a button that counts them. */
export function FilterDrawer({ fields, state, narrow, onApply }: Props) {
  const { t } = useTranslation()
  const [openings, setOpenings] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const now = Object.fromEntries(fields.map(({ name }) => [name, state[name]]))
  return (
    <>
      <Button
        variant="outlined"
        onClick={() => {
          setOpenings(openings + 1)
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
      {openings > 0 && (
        // Each opening begins with the filters of the list.
        <FilterSheet
          key={openings}
          fields={fields}
          applied={now}
          narrow={narrow}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onApply={(part) => {
            setOpen(false)
            onApply(part)
          }}
        />
      )}
    </>
  )
}
