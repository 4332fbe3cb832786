import { METRIC_KEYS, metricsInUse, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { RangeTemplate, rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { mdiChevronDown, mdiChevronUp } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useMetrics } from '../../records/public/metrics-in-use.ts'
import { FormSwitch } from '../../../shared/form/FormSwitch.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { readDecimal } from '../../../shared/format/decimal.ts'
import type { RecordForm } from '../../../shared/resource/ResourceForm.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import { PresetChoice } from './PresetChoice.tsx'
import { tanksOutside } from './range-impact.ts'
import { RangeRow } from './RangeRow.tsx'
import { historyQuery } from './rehearsals.ts'
import { RehearsalTotal } from './RehearsalTotal.tsx'
import { isPreset, type SpeciesPreset } from './species-presets.ts'
import { stripData } from './strip-paths.ts'
import { countCritical, type RangeFields, rangeFields, rangeProblems, typedRanges } from './typed-ranges.ts'
import { useRehearsals } from './use-rehearsals.ts'

const DEFAULT_DELAY_SECONDS = 60
const MOST_TANKS = 200

type TemplateFormValues = { name: string; active: boolean; delay_seconds: string } & RangeFields

export const templateForm: RecordForm<typeof rangeTemplatesApi, TemplateFormValues> = {
  width: 'full',
  empty: { name: '', active: true, delay_seconds: String(DEFAULT_DELAY_SECONDS), ...rangeFields({}) },
  values: ({ name, active, delay_seconds, ranges }) => ({
    name,
    active,
    delay_seconds: String(delay_seconds),
    ...rangeFields(ranges),
  }),
  body: (values) => {
    const ranges = typedRanges(values)
    return {
      name: values.name.trim(),
      active: values.active,
      delay_seconds: readDecimal(values.delay_seconds) ?? DEFAULT_DELAY_SECONDS,
      // A metric without a limit is removed from the template.
      ranges: Object.fromEntries(METRIC_KEYS.map((key) => [key, ranges[key] ?? null])),
    }
  },
  fieldOf: (name) => {
    // `ranges.ph.critical_max` is that limit of pH.
    const [first = name, metric, limit = 'min'] = name.split('.')
    if (first !== 'ranges') return first
    return metric === undefined ? `${METRIC_KEYS[0]}_min` : `${metric}_${limit}`
  },
  problems: (values, t) => ({
    ...(values.name.trim() === '' && { name: t('rangeTemplates.validation.nameRequired') }),
    ...rangeProblems(values, t),
  }),
  Fields: TemplateFields,
}

/**
 * Name, delay and the limits of each metric; for a template in use also what its tanks measured, what the limits would have raised, and how many
 * tanks would be out of range now.
 */
function TemplateFields({ record: template }: { record: RangeTemplate | null }) {
  const { t } = useTranslation()
  const inUse = useMetrics()
  const [preset, setPreset] = useState<SpeciesPreset | null>(null)
  const values = useWatch<TemplateFormValues>() as TemplateFormValues
  const query = { per_page: MOST_TANKS, ...(template ? { filter_range_template_id: template.id } : {}) }
  const tanks = useQuery({ ...tankQueries.list(query), enabled: template !== null && template.tanks_count > 0 })
  // Only active tanks raise alarms.
  const known = (tanks.data?.data ?? []).filter(({ status }) => status === 'active')
  const ranges = typedRanges(values)
  const metrics = metricsInUse(SCREEN_ORDER, (key) => inUse.includes(key) || ranges[key] !== undefined)
  const delay = readDecimal(values.delay_seconds)
  const isDelay = delay !== null && Number.isInteger(delay) && delay >= 0 && delay <= 3600
  const delay_seconds = isDelay ? delay : (template?.delay_seconds ?? DEFAULT_DELAY_SECONDS)
  const { data: history } = useQuery({
    ...historyQuery(template?.id ?? 0),
    enabled: template !== null && template.tanks_count > 0,
  })
  const rehearsals = useRehearsals(template, metrics, { ranges, delay_seconds })
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
        <FormText name="delay_seconds" label={t('rangeTemplates.fields.delay_seconds')} decimal maxLength={4} />
        <Box sx={{ pt: { sm: 0.75 } }}>
          <FormSwitch name="active" label={t('rangeTemplates.active.yes')} />
        </Box>
      </Box>
      <Quiet small>
        {t('rangeTemplates.blankHint')} {t('rangeTemplates.fields.delay_hint')}
        {template !== null &&
          template.tanks_count > 0 &&
          ` ${t('rangeTemplates.affects', { count: template.tanks_count })}`}
      </Quiet>
      <PresetChoice chosen={preset} onChoose={setPreset} />
      {template !== null && <RehearsalTotal rehearsals={rehearsals} history={history} />}
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
        {isCriticalOpen && <Quiet small>{t('rangeTemplates.critical.hint')}</Quiet>}
      </Box>
      <Box>
        {metrics.map((key) => (
          <RangeRow
            key={key}
            metric={key}
            range={ranges[key]}
            saved={template?.ranges[key] ?? null}
            history={history ? stripData(history, key) : null}
            rehearsed={rehearsals.get(key)}
            withCritical={isCriticalOpen}
            isPreset={isPreset(preset, key, { min: ranges[key]?.min ?? null, max: ranges[key]?.max ?? null })}
          />
        ))}
      </Box>
      <Typography role="status" sx={{ fontWeight: 500, minHeight: 24 }}>
        {outside > 0 && t('rangeTemplates.impact', { count: outside })}
      </Typography>
    </>
  )
}
