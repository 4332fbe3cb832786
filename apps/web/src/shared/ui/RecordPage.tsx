import Box from '@mui/material/Box'
import Breadcrumbs from '@mui/material/Breadcrumbs'
import Button from '@mui/material/Button'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { EmptyState } from './EmptyState.tsx'
import { RouterLink } from './links.tsx'

/** Pages that list the records. */
type ListPath = '/tanks' | '/terminals' | '/orders'

const ButtonLink = createLink(Button)

/** Leads from a record's page back to the list. */
export function RecordTrail({ list, title, code }: { list: ListPath; title: string; code: string }) {
  const { t } = useTranslation()
  return (
    <Breadcrumbs aria-label={t('common.aria.breadcrumb')} sx={{ fontSize: '0.9375rem' }}>
      <RouterLink to={list} search={{}} underline="hover">
        {title}
      </RouterLink>
      <Box component="span" lang="en" aria-current="page" sx={{ color: 'text.secondary' }}>
        {code}
      </Box>
    </Breadcrumbs>
  )
}

/** Whether a call failed because its record does not exist, or is not the user's. */
export function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'invalid_id')
}

/** Shown instead of a record that does not exist. */
export function MissingRecord({ icon, list, back }: { icon: string; list: ListPath; back: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={icon}
      title={t('errors.notFound')}
      action={
        <ButtonLink to={list} search={{}} variant="outlined">
          {back}
        </ButtonLink>
      }
    />
  )
}
