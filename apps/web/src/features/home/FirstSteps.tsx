import { firmsApi } from '@dalyan/contracts/firms'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { usersApi } from '@dalyan/contracts/users'
import { mdiCheckboxBlankCircleOutline, mdiCheckCircle } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { useAddressLink } from '../../shared/ui/use-address-link.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { finishSteps } from './finished-steps.ts'

/** The setup steps in order; each is done when its list has more records than `before`. */
const STEPS = [
  { key: 'firm', page: '/firms', list: firmsApi.list, before: 0 },
  { key: 'template', page: '/range-templates', list: rangeTemplatesApi.list, before: 0 },
  { key: 'terminal', page: '/terminals', list: terminalsApi.list, before: 0 },
  { key: 'tank', page: '/tanks', list: tanksApi.list, before: 0 },
  // The first user is the administrator himself.
  { key: 'user', page: '/users', list: usersApi.list, before: 1 },
] as const

/** The keys of the steps that are done. */
const doneSteps = queryOptions({
  queryKey: ['home', 'first-steps'],
  queryFn: async ({ signal }) => {
    const lists = await Promise.all(STEPS.map(({ list }) => call(list, { query: { per_page: 1 } }, signal)))
    return STEPS.filter(({ before }, index) => (lists[index]?.total ?? 0) > before).map(({ key }) => key)
  },
  staleTime: 0,
})

/** The setup steps of a new installation; each is ticked automatically, and the list disappears when all are done. */
export function FirstSteps() {
  const { t } = useTranslation()
  const { data: done } = useQuery(doneSteps)
  const [isPutAway, setIsPutAway] = useState(false)
  const isFinished = done?.length === STEPS.length

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
        <Quiet>{t('home.steps.progress', { done: done.length, total: STEPS.length })}</Quiet>
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
      {/* On a wide screen a button far from its step would be read as another's. */}
      <Box component="ol" sx={{ display: 'grid', m: 0, p: 0, listStyle: 'none', maxWidth: 720 }}>
        {STEPS.map(({ key, page }) => (
          <Step key={key} name={key} page={page} isDone={done.includes(key)} />
        ))}
      </Box>
    </Paper>
  )
}

type StepName = (typeof STEPS)[number]['key']

function Step({ name, page, isDone }: { name: StepName; page: string; isDone: boolean }) {
  const { t } = useTranslation()
  const router = useRouter()
  // Links only to pages that the router knows.
  const hasScreen = page in router.routesByPath
  const link = useAddressLink(`${page}?dialog=create`)
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', columnGap: 1.5, minHeight: 44, py: 0.25 }}>
      <Icon
        path={isDone ? mdiCheckCircle : mdiCheckboxBlankCircleOutline}
        titleAccess={isDone ? t('home.steps.done') : t('home.steps.open')}
        sx={({ tokens: { palette } }) => ({ color: isDone ? palette.success.text : palette.textSecondary })}
      />
      <Box component="span" sx={{ flex: 1, minWidth: 0, color: isDone ? 'text.secondary' : 'text.primary' }}>
        {t(`home.steps.${name}`)}
      </Box>
      {!isDone && hasScreen && (
        <Button size="small" variant="outlined" {...link} sx={{ flexShrink: 0 }}>
          {t(`home.steps.${name}Go`)}
        </Button>
      )}
    </Box>
  )
}
