import { type TankStatus, WRITABLE_TANK_STATUSES } from '@dalyan/contracts/tanks'
import { mdiCloseCircle, mdiFilterVariant } from '@mdi/js'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import Drawer from '@mui/material/Drawer'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import type { TankListSearch } from './tank-list-search.ts'
import type { TankListChange } from './use-tank-list-search.ts'

interface Props {
  search: TankListSearch
  narrow: boolean
  onChange: (part: TankListChange, how?: { replace?: boolean }) => void
}

/** Search and filters: beside each other, or on a phone behind one button. */
export function TankFilters({ search, narrow, onChange }: Props) {
  const { t } = useTranslation()
  const status = search.status ?? []
  const setStatus = (next: TankStatus[]) => onChange({ status: next })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <SearchField
        label={t('common.actions.search')}
        placeholder={t('tanks.searchPlaceholder')}
        value={search.search ?? ''}
        onSearch={(text) => onChange({ search: text }, { replace: true })}
      />
      {narrow ? (
        <StatusDrawer value={status} onApply={setStatus} />
      ) : (
        <StatusSelect value={status} onChange={setStatus} />
      )}
      {status.map((each) => (
        <Chip
          key={each}
          size="small"
          label={`${t('tanks.fields.status')}: ${t(`tanks.status.${each}`)}`}
          onDelete={() => setStatus(status.filter((other) => other !== each))}
          deleteIcon={
            <Icon
              path={mdiCloseCircle}
              titleAccess={t('common.states.removeFilter', { label: t(`tanks.status.${each}`) })}
            />
          }
        />
      ))}
    </Box>
  )
}

function StatusSelect({ value, onChange }: { value: TankStatus[]; onChange: (value: TankStatus[]) => void }) {
  const { t } = useTranslation()
  return (
    <TextField
      select
      size="small"
      label={t('tanks.fields.status')}
      value={value}
      sx={{ minWidth: 140, maxWidth: 220 }}
      slotProps={{
        select: {
          multiple: true,
          renderValue: () => value.map((each) => t(`tanks.status.${each}`)).join(', '),
          onChange: (event) => onChange(event.target.value as TankStatus[]),
        },
      }}
    >
      {WRITABLE_TANK_STATUSES.map((each) => (
        <MenuItem key={each} value={each}>
          <Checkbox checked={value.includes(each)} tabIndex={-1} disableRipple sx={{ p: 0.5, mr: 1 }} />
          <ListItemText primary={t(`tanks.status.${each}`)} />
        </MenuItem>
      ))}
    </TextField>
  )
}

function StatusDrawer({ value, onApply }: { value: TankStatus[]; onApply: (value: TankStatus[]) => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [picked, setPicked] = useState(value)

  function apply(next: TankStatus[]) {
    setOpen(false)
    onApply(next)
  }
  return (
    <>
      <Button
        variant="outlined"
        onClick={() => {
          setPicked(value)
          setOpen(true)
        }}
        sx={{ minWidth: 48, minHeight: 44, px: 1 }}
      >
        <Box component="span" sx={visuallyHidden}>
          {t('common.table.filters')}
        </Box>
        <Badge badgeContent={value.length} color="primary">
          <Icon path={mdiFilterVariant} />
        </Badge>
      </Button>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('common.table.filters') } }}
      >
        <Box sx={{ p: 2, display: 'grid', gap: 1 }}>
          <Typography variant="h2">{t('tanks.fields.status')}</Typography>
          <FormGroup>
            {WRITABLE_TANK_STATUSES.map((each) => (
              <FormControlLabel
                key={each}
                label={t(`tanks.status.${each}`)}
                sx={{ minHeight: 44 }}
                control={
                  <Checkbox
                    checked={picked.includes(each)}
                    onChange={(_, checked) =>
                      setPicked(checked ? [...picked, each] : picked.filter((other) => other !== each))
                    }
                  />
                }
              />
            ))}
          </FormGroup>
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
            <Button variant="outlined" onClick={() => apply([])}>
              {t('common.actions.clear')}
            </Button>
            <Button variant="contained" onClick={() => apply(picked)}>
              {t('common.actions.apply')}
            </Button>
          </Box>
        </Box>
      </Drawer>
    </>
  )
}
