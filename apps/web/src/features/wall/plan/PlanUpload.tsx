import { type Plan, planApi, type Plans } from '@dalyan/contracts/plan'
import { PICTURE_TYPES } from '@dalyan/contracts/pictures'
import { mdiImageOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { refusalText } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { FileButton } from '../../../shared/ui/FileButton.tsx'
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
      <FileButton
        as={WriteButton}
        label={label}
        accept={PICTURE_TYPES.join(',')}
        variant={isFirst ? 'contained' : 'outlined'}
        startIcon={<Icon path={mdiImageOutline} />}
        aria-disabled={upload.isPending}
        onFile={(file) => upload.mutate(file)}
      >
        {upload.isPending ? t('wall.plan.uploading') : label}
      </FileButton>
      {upload.error && (
        <Typography role="alert" variant="body2" sx={({ tokens: { palette } }) => ({ color: palette.error.text })}>
          {refusalText(upload.error)}
        </Typography>
      )}
    </Box>
  )
}
