import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import accountMail from '../../../locales/tr/account-mail.json' with { type: 'json' }
import { ApiError } from '../../../shared/api/api-error.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useAppReady } from '../../../shared/ui/app-ready.ts'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { GuestCard } from '../GuestCard.tsx'

addWords({ accountMail })

interface Props {
  title: string
  isReady: boolean
  children: ReactNode
}

/** The frame of a page that a link of an e-mail opens, or that requests such a link; it leads back to the login. */
export function MailedPage({ title, isReady, children }: Props) {
  const { t } = useTranslation()
  usePageTitle(title)
  useAppReady(isReady)
  return (
    <GuestCard
      below={
        <Button component={Link} to="/" replace sx={{ minHeight: 44 }}>
          {t('accountMail.forgot.toLogin')}
        </Button>
      }
    >
      <Stack spacing={2} sx={{ pt: 1, overflowWrap: 'anywhere' }}>
        <Typography variant="h2">{title}</Typography>
        {children}
      </Stack>
    </GuestCard>
  )
}

/** Whether the server refused a link for good: it is used or expired. */
export function isLinkOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Says that a link is used or expired. @param why the possible reasons */
export function LinkOver({ why }: { why: string }) {
  const { t } = useTranslation()
  return (
    <Alert severity="warning">
      <AlertTitle>{t('accountMail.reset.overTitle')}</AlertTitle>
      {why}
    </Alert>
  )
}
