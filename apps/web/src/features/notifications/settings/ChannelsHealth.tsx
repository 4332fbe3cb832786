import type { ChannelHealth } from '@dalyan/contracts/notifications'
import { mdiCellphoneCheck } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { TitledCard } from '../../../shared/ui/TitledCard.tsx'
import { ChannelCheck } from './ChannelCheck.tsx'

/** Whether each channel would reach me, and a way to try it. */
export function ChannelsHealth({ health }: { health: readonly ChannelHealth[] }) {
  const { t } = useTranslation()
  return (
    <TitledCard icon={mdiCellphoneCheck} title={t('notifications.health.title')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {t('notifications.health.hint')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {health.map((channel) => (
          <ChannelCheck key={channel.channel} health={channel} />
        ))}
      </Box>
    </TitledCard>
  )
}
