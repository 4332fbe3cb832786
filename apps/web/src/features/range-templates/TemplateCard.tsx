import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { RangeTemplate } from '@dalyan/contracts/range-templates'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CardHead } from '../../shared/list/CardHead.tsx'
import { criticalText, limitsText } from './limits-text.ts'
import { TemplateStateChip } from './TemplateStateChip.tsx'
import { TemplateTanks } from './TemplateTanks.tsx'

/** A template of the list on a phone. */
export function TemplateCard({ template, actions }: { template: RangeTemplate; actions: ReactNode }) {
  const { t } = useTranslation()
  const limits = SCREEN_ORDER.flatMap((key) => {
    const text = limitsText(key, template.ranges[key])
    const critical = criticalText(key, template.ranges[key])
    const beyond = critical && ` (${t('rangeTemplates.critical.from', { limits: critical })})`
    return text ? [`${t(`measurements.metrics.${key}`)} ${text}${beyond}`] : []
  })
  return (
    <>
      <CardHead title={template.name} status={<TemplateStateChip active={template.active} />} actions={actions} />
      <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>{limits.join(' · ')}</Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          fontSize: '0.875rem',
          minHeight: 32,
        }}
      >
        <span>{t('rangeTemplates.fields.tankCount')}</span>
        <TemplateTanks template={template} />
      </Box>
    </>
  )
}
