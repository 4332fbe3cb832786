import { type Plan, planApi, type Plans } from '@dalyan/contracts/plan'
import { PICTURE_TYPES } from '@dalyan/contracts/pictures'
import { mdiImageOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { planKey } from './plan-layout.ts'
import { planQueries } from './plan.queries.ts'
import { preparePicture } from './prepare-picture.ts'

/** Replaces a plan in the cached answer. */
export function useSavePlan() {
  const cache = useQueryClient()
  return (saved: Plan) =>
    cache.setQueryData(planQueries.all().queryKey, (before: Plans | undefined) =>
      before ? { plans: before.plans.map((plan) => (planKey(plan) === planKey(saved) ? saved : plan)) } : before,
    )
}

interface Props {
  plan: Plan
  /** The first picture is what the page asks for; another one is a choice among others. */
  isFirst?: boolean
  onUploaded: (plan: Plan) => void
}

/** Chooses a picture of the site and uploads it. */
export function PlanUpload({ plan, isFirst = false, onUploaded }: Props) {
  const { t } = useTranslation()
  const savePlan = useSavePlan()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const image = await preparePicture(file)
      if (image === null) throw new Error(t('wall.plan.unreadable'))
      return call(planApi.setPicture, { body: { firm_id: plan.firm?.id ?? null, image } })
    },
    onSuccess(saved) {
      savePlan(saved)
      onUploaded(saved)
    },
  })
  const label = t(isFirst ? 'wall.plan.upload' : 'wall.plan.replace')
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <WriteButton
        variant={isFirst ? 'contained' : 'outlined'}
        startIcon={<Icon path={mdiImageOutline} />}
        aria-disabled={upload.isPending}
        onClick={() => !upload.isPending && input.current?.click()}
      >
        {upload.isPending ? t('wall.plan.uploading') : label}
      </WriteButton>
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_TYPES.join(',')}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) upload.mutate(file)
          // So that the same file can be chosen again.
          target.value = ''
        }}
      />
      {upload.error && (
        <Typography role="alert" variant="body2" sx={({ tokens: { palette } }) => ({ color: palette.error.text })}>
          {reasonOf(upload.error)}
        </Typography>
      )}
    </Box>
  )
}

function reasonOf(error: Error): string {
  const [text] = error instanceof ApiError ? Object.values(error.errors).flat() : []
  return text ?? error.message
}
