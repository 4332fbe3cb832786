import type { ChannelHealth } from '@dalyan/contracts/notifications'
import { mdiCellphoneCheck } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { TitledCard } from '../../../shared/ui/TitledCard.tsx'
import { ChannelCheck } from './ChannelCheck.tsx'

/** Whether each channel would reach me, and a way to test it; administrators see how the installation's channels fare. */
export function ChannelsHealth({ health }: { health: readonly ChannelHealth[] }) {
  const { t } = useTranslation()
  const isAdmin = may(useUser(), 'settings.manage')
  return (
    <TitledCard icon={mdiCellphoneCheck} title={t('notifications.health.title')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {t(isAdmin ? 'notifications.health.hint' : 'notifications.health.hintOwn')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {health.map((channel) => (
          <ChannelCheck key={channel.channel} health={channel} />
        ))}
      </Box>
    </TitledCard>
  )
}
