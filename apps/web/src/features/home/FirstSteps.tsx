import { mdiCheckboxBlankCircleOutline, mdiCheckCircle } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressLink } from '../../shared/ui/address-link.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { finishSteps } from './finished-steps.ts'
import { firstStepsQuery } from './first-steps.queries.ts'

const STEPS = [
  { key: 'firm', page: '/firms' },
  { key: 'template', page: '/range-templates' },
  { key: 'terminal', page: '/terminals' },
  { key: 'tank', page: '/tanks' },
  { key: 'user', page: '/users' },
] as const

/** What an administrator sets up first; each step ticks itself off, and the list leaves when nothing is left. */
export function FirstSteps() {
  const { t } = useTranslation()
  const { data: done } = useQuery(firstStepsQuery())
  const [isPutAway, setIsPutAway] = useState(false)
  const count = STEPS.filter(({ key }) => done?.[key]).length
  const isFinished = count === STEPS.length

  useEffect(() => {
    if (isFinished) finishSteps()
  }, [isFinished])

  if (!done || isFinished || isPutAway) return null
  return (
    <Paper variant="outlined" component="section" aria-labelledby="first-steps" sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h2" id="first-steps" sx={{ flex: 1 }}>
          {t('home.steps.title')}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {t('home.steps.progress', { done: count, total: STEPS.length })}
        </Typography>
        <Button
          size="small"
          color="inherit"
          onClick={() => {
            finishSteps()
            setIsPutAway(true)
          }}
        >
          {t('home.steps.putAway')}
        </Button>
      </Box>
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>{t('home.steps.body')}</Typography>
      <Box component="ol" sx={{ display: 'grid', m: 0, p: 0, listStyle: 'none' }}>
        {STEPS.map(({ key, page }) => (
          <Step key={key} name={key} page={page} isDone={done[key]} />
        ))}
      </Box>
    </Paper>
  )
}

type StepName = (typeof STEPS)[number]['key']

function Step({ name, page, isDone }: { name: StepName; page: string; isDone: boolean }) {
  const { t } = useTranslation()
  const router = useRouter()
  // Only where the screen is a part of this page.
  const hasScreen = page in router.routesByPath
  const link = useAddressLink(`${page}?dialog=create`)
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, minHeight: 44 }}>
      <Icon
        path={isDone ? mdiCheckCircle : mdiCheckboxBlankCircleOutline}
        titleAccess={isDone ? t('home.steps.done') : t('home.steps.open')}
        sx={({ tokens: { palette } }) => ({ color: isDone ? palette.success.text : palette.textSecondary })}
      />
      <Box component="span" sx={{ flex: 1, minWidth: 160, color: isDone ? 'text.secondary' : 'text.primary' }}>
        {t(`home.steps.${name}`)}
      </Box>
      {!isDone && hasScreen && (
        <Button size="small" variant="outlined" {...link}>
          {t(`home.steps.${name}Go`)}
        </Button>
      )}
    </Box>
  )
}
