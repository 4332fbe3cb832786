import type { MetricKey } from '@dalyan/contracts/metrics'
import { mdiChevronDown } from '@mdi/js'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetrics } from '../records/public/metrics-in-use.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Menu } from '../../shared/ui/Menu.tsx'

interface Props {
  chosen: readonly MetricKey[]
  onToggle: (metric: MetricKey) => void
}

/** `Ölçümler: 4`: chooses the metrics that the list shows. */
export function MetricChoice({ chosen, onToggle }: Props) {
  const { t } = useTranslation()
  const metrics = useMetrics()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={isOpen}
        endIcon={<Icon path={mdiChevronDown} />}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setOpen(true)
        }}
      >
        {t('tanks.list.metrics', { n: chosen.length })}
      </Button>
      {anchor && (
        <Menu open={isOpen} anchorEl={anchor} onClose={() => setOpen(false)}>
          {metrics.map((metric) => (
            <MenuItem
              key={metric}
              role="menuitemcheckbox"
              aria-checked={chosen.includes(metric)}
              onClick={() => onToggle(metric)}
            >
              <Checkbox checked={chosen.includes(metric)} tabIndex={-1} disableRipple sx={{ p: 0, mr: 1.5 }} />
              {t(`measurements.metrics.${metric}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
