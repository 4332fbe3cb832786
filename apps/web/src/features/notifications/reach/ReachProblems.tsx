import type { FirmRef } from '@dalyan/contracts/users'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import reach from '../../../locales/tr/reach.json' with { type: 'json' }
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useUser } from '../../../shared/session/user.ts'
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { notificationKeys } from '../notifications.queries.ts'
import { turnPushOn } from '../settings/push-here.ts'

addWords({ reach })

interface Props {
  /** Why this device, where the user turned push on, gets none any more; null: it gets them. */
  lost: 'denied' | 'off' | 'unsupported' | 'insecure' | null
  /** For how many days nobody opened the page on this device; null: not long. */
  daysAway: number | null
  /** Firms of whose critical alarms nobody learns. */
  unreached: readonly FirmRef[]
}

/** Who is not reached, and what helps. */
export function ReachProblems({ lost, daysAway, unreached }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { id } = useUser()
  const [isClosed, setIsClosed] = useState(false)
  const turning = useMutation({
    mutationFn: () => turnPushOn(id),
    onSettled: () => cache.invalidateQueries({ queryKey: notificationKeys.preferences }),
  })
  return (
    <>
      {lost !== null && (
        <Alert
          severity="warning"
          action={
            lost === 'off' ? (
              <WriteButton color="inherit" size="small" disabled={turning.isPending} onClick={() => turning.mutate()}>
                {t('reach.turnOn')}
              </WriteButton>
            ) : (
              <ButtonLink to="/profile" search={{ tab: 'notifications' }} color="inherit" size="small">
                {t('reach.settings')}
              </ButtonLink>
            )
          }
        >
          {t(`reach.lost.${lost}`)}
        </Alert>
      )}
      {turning.error && <ErrorAlert title={t('reach.failed')} error={turning.error} />}
      {daysAway !== null && !isClosed && (
        <Alert severity="info" onClose={() => setIsClosed(true)} closeText={t('reach.close')}>
          {t('reach.away', { count: daysAway })}
        </Alert>
      )}
      {unreached.length > 0 && (
        <Alert severity="warning">
          <AlertTitle>{t('reach.unreached')}</AlertTitle>
          {t('reach.unreachedNext')}
          <Box
            component="ul"
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, mt: 0.5, p: 0, listStyle: 'none' }}
          >
            {unreached.map(({ id: firm, name }) => (
              <li key={firm}>
                <ButtonLink
                  to="/firms"
                  search={{ dialog: 'oncall', id: firm }}
                  color="inherit"
                  variant="outlined"
                  size="small"
                  aria-label={t('reach.onCallOf', { firm: name })}
                  sx={{ minHeight: 44 }}
                >
                  {name}
                </ButtonLink>
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </>
  )
}
