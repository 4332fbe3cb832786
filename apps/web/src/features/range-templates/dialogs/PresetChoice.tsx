import { metricOf, type MetricKey } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { typedDecimal } from '../../../shared/format/decimal.ts'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { SPECIES_PRESETS, type SpeciesPreset } from './species-presets.ts'

interface Props {
  chosen: SpeciesPreset | null
  onChoose: (preset: SpeciesPreset) => void
}

/** Fills the limits that a source states for a species, and names the source; all other limits stay. */
export function PresetChoice({ chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const choose = (preset: SpeciesPreset) => {
    for (const [key, limits] of Object.entries(preset.limits))
      for (const end of ['min', 'max'] as const) {
        const text = typedDecimal(limits[end], metricOf(key as MetricKey).decimals)
        setValue(`${key}_${end}`, text, { shouldDirty: true })
        // It belonged to the limit before.
        setValue(`${key}_critical_${end}`, '', { shouldDirty: true })
      }
    onChoose(preset)
  }
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box
        role="group"
        aria-label={t('rangeTemplates.presets.title')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
      >
        {SPECIES_PRESETS.map((preset) => (
          <Chip
            key={preset.key}
            label={t(`rangeTemplates.presets.names.${preset.key}`)}
            variant={chosen === preset ? 'filled' : 'outlined'}
            color={chosen === preset ? 'primary' : 'default'}
            aria-pressed={chosen === preset}
            onClick={() => choose(preset)}
            sx={{ minHeight: { xs: 40, sm: 32 } }}
          />
        ))}
      </Box>
      <Quiet small>
        {t('rangeTemplates.presets.hint')}
        {chosen && (
          <>
            {' '}
            {t('rangeTemplates.presets.source')}{' '}
            {chosen.sources.map(({ title, address }, i) => (
              <span key={address}>
                {i > 0 && '; '}
                <Link href={address} target="_blank" rel="noreferrer" lang="en" sx={{ overflowWrap: 'anywhere' }}>
                  {title}
                </Link>
              </span>
            ))}
          </>
        )}
      </Quiet>
    </Box>
  )
}
