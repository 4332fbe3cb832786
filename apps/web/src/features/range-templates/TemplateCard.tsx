import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { RangeTemplate } from '@dalyan/contracts/range-templates'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limitsText } from './limits-text.ts'
import { TemplateStateChip } from './TemplateStateChip.tsx'
import { TemplateTanks } from './TemplateTanks.tsx'

/** A template of the list on a phone. */
export function TemplateCard({ template, actions }: { template: RangeTemplate; actions: ReactNode }) {
  const { t } = useTranslation()
  const limits = SCREEN_ORDER.flatMap((key) => {
    const text = limitsText(key, template.ranges[key])
    return text ? [`${t(`measurements.metrics.${key}`)} ${text}`] : []
  })
  return (
    <>
      <Box sx={row}>
        <Box component="b" sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: '1.0625rem' }}>
          {template.name}
        </Box>
        <Box component="span" sx={{ display: 'flex', alignItems: 'center' }}>
          <TemplateStateChip active={template.active} />
          {actions}
        </Box>
      </Box>
      <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>{limits.join(' · ')}</Box>
      <Box sx={{ ...row, fontSize: '0.875rem', minHeight: 32 }}>
        {t('rangeTemplates.fields.tankCount')}
        <TemplateTanks template={template} />
      </Box>
    </>
  )
}

const row = { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 } as const
