import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { RangeTemplate } from '@dalyan/contracts/range-templates'
import { mdiChevronDown, mdiChevronUp } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormSwitch } from '../../../shared/form/FormSwitch.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import { tanksOutside } from './range-impact.ts'
import { RangeRow } from './RangeRow.tsx'
import { countCritical, type TemplateFormValues, typedRanges } from './template-form-values.ts'

const MOST = 200

/** The fields of a template's form: nine pairs of limits, each with a bar; on a change, what it would do to the tanks now. */
export function TemplateFields({ template }: { template: RangeTemplate | null }) {
  const { t } = useTranslation()
  const values = useWatch<TemplateFormValues>() as TemplateFormValues
  const query = { per_page: MOST, ...(template ? { filter_range_template_id: template.id } : {}) }
  const tanks = useQuery({ ...tankQueries.list(query), enabled: template !== null && template.tanks_count > 0 })
  // Only active tanks are watched.
  const known = (tanks.data?.data ?? []).filter(({ status }) => status === 'active')
  const ranges = typedRanges(values)
  const outside = tanksOutside(known, ranges)
  const criticals = countCritical(values)
  const { errors } = useFormState()
  const hasCriticalProblem = Object.keys(errors).some((field) => field.includes('_critical_'))
  const [criticalOpen, setCriticalOpen] = useState(criticals > 0)
  const isCriticalOpen = criticalOpen || hasCriticalProblem
  return (
    <>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 160px auto' }, alignItems: 'start' }}
      >
        <FormText name="name" label={t('rangeTemplates.fields.name')} required maxLength={120} />
        <FormText name="delay_seconds" label={t('rangeTemplates.fields.delay')} decimal maxLength={4} />
        <Box sx={{ pt: { sm: 0.75 } }}>
          <FormSwitch name="active" label={t('rangeTemplates.active.yes')} />
        </Box>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('rangeTemplates.blankHint')} {t('rangeTemplates.fields.delayHint')}
        {template !== null &&
          template.tanks_count > 0 &&
          ` ${t('rangeTemplates.affects', { count: template.tanks_count })}`}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        <Button
          size="small"
          aria-expanded={isCriticalOpen}
          startIcon={<Icon path={isCriticalOpen ? mdiChevronUp : mdiChevronDown} />}
          onClick={() => setCriticalOpen(!isCriticalOpen)}
        >
          {t('rangeTemplates.critical.title')}
          {criticals > 0 && ` (${criticals})`}
        </Button>
        {isCriticalOpen && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('rangeTemplates.critical.hint')}
          </Typography>
        )}
      </Box>
      {SCREEN_ORDER.map((key) => (
        <RangeRow key={key} metric={key} range={ranges[key]} tanks={known} withCritical={isCriticalOpen} />
      ))}
      <Typography role="status" sx={{ fontWeight: 500, minHeight: 24 }}>
        {outside > 0 && t('rangeTemplates.impact', { count: outside })}
      </Typography>
    </>
  )
}
