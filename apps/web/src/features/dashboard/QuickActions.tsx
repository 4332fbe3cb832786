import { mdiAccountPlus, mdiChartLine, mdiPlus, mdiRouterWireless, mdiRuler, mdiTextBoxOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressLink } from '../../shared/ui/address-link.ts'
import { Icon } from '../../shared/ui/Icon.tsx'

const ACTIONS = [
  { key: 'newTank', icon: mdiPlus, address: '/tanks?dialog=create' },
  { key: 'newTerminal', icon: mdiRouterWireless, address: '/terminals?dialog=create' },
  { key: 'newUser', icon: mdiAccountPlus, address: '/users?dialog=create' },
  { key: 'newTemplate', icon: mdiRuler, address: '/range-templates?dialog=create' },
  { key: 'viewMeasurements', icon: mdiChartLine, address: '/measurements' },
  { key: 'viewLogs', icon: mdiTextBoxOutline, address: '/logs/iot' },
] as const

/** Links to frequent actions. */
export function QuickActions() {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h2" id={id}>
        {t('dashboard.quickActions')}
      </Typography>
      <Box
        sx={{
          display: { xs: 'grid', sm: 'flex' },
          flexWrap: 'wrap',
          gap: 1,
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        }}
      >
        {ACTIONS.map(({ key, icon, address }) => (
          <Action key={key} name={key} icon={icon} address={address} />
        ))}
      </Box>
    </Box>
  )
}

interface ActionProps {
  name: (typeof ACTIONS)[number]['key']
  icon: string
  address: string
}

function Action({ name, icon, address }: ActionProps) {
  const { t } = useTranslation()
  const link = useAddressLink(address)
  return (
    <Button {...link} variant="outlined" startIcon={<Icon path={icon} />} sx={{ justifyContent: 'flex-start' }}>
      {t(`dashboard.quick.${name}`)}
    </Button>
  )
}
