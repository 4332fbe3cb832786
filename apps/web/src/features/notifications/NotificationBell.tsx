import { mdiBellOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../shared/live/use-channel.ts'
import { useUser } from '../../shared/session/user.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'
import { notificationQueries } from './notifications.queries.ts'

const NotificationPopover = onDemand(async () => (await import('./NotificationPopover.tsx')).NotificationPopover)

const COUNTED_TO = 99

/** The number of unread inbox items; opens the notification centre. */
export function NotificationBell() {
  const { t } = useTranslation()
  const user = useUser()
  useChannel(`user.${user.id}`)
  const newest = useQuery(notificationQueries.newest())
  const unread = newest.data?.unread ?? 0
  const isUnknown = newest.data === undefined && newest.isError
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={
          unread > 0
            ? t('nav.notificationsBadge', { count: unread })
            : t(isUnknown ? 'nav.notificationsUnknown' : 'nav.notifications')
        }
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: 44, height: 44, flexShrink: 0 }}
      >
        <Icon path={mdiBellOutline} />
        {(unread > 0 || isUnknown) && (
          <Box
            component="span"
            sx={({ tokens: { appBar } }) => ({
              position: 'absolute',
              top: 2,
              insetInlineEnd: 0,
              minWidth: 20,
              px: 0.5,
              borderRadius: 2.5,
              border: `1px solid ${appBar.bg}`,
              bgcolor: appBar.text,
              color: appBar.bg,
              fontSize: '0.75rem',
              fontWeight: 700,
              lineHeight: '18px',
            })}
          >
            {isUnknown ? '?' : unread > COUNTED_TO ? `${COUNTED_TO}+` : unread}
          </Box>
        )}
      </IconButton>
      {anchor && <NotificationPopover anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
