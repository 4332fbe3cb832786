import { pressureAt } from '@dalyan/contracts/derived-values'
import type { ConductivityKind } from '@dalyan/contracts/quality-rules'
import type { Tank } from '@dalyan/contracts/tanks'
import { mdiWaterAlertOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import derived from '../../../locales/tr/derived.json' with { type: 'json' }
import { readDecimal } from '../../../shared/format/decimal.ts'
import { formatMetric, formatNumber } from '../../../shared/format/number.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { PlainTextField } from '../../../shared/ui/PlainTextField.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { settingsQueries } from '../../settings/public/settings.queries.ts'
import { derivedValues, oneFigure } from './derived-values.ts'
import type { TankReading } from './tank-reading.ts'

addWords({ derived })

/** What is computed from a tank's present values, each with its formula; nothing where there is nothing to compute. */
export function DerivedCards({ readings, tank }: { readings: readonly TankReading[]; tank: Pick<Tank, 'iots'> }) {
  const { t } = useTranslation()
  const altitude = useQuery(settingsQueries.altitude()).data
  const { oxygen_saturation, dissolved_oxygen, salinity_raw, salinity_at_25, ammonia_share, dew_point, dew_margin } =
    derivedValues(readings, altitude === undefined ? null : pressureAt(altitude), conductivityKind(tank))
  const cards = [
    ...(oxygen_saturation === undefined ? [] : [oxygenCard('oxygen_saturation', oxygen_saturation)]),
    ...(dissolved_oxygen === undefined ? [] : [oxygenCard('dissolved_oxygen', dissolved_oxygen)]),
    ...(salinity_raw === undefined && salinity_at_25 === undefined
      ? []
      : [<SalinityCard key="salinity" raw={salinity_raw} at25={salinity_at_25} />]),
    ...(ammonia_share === undefined ? [] : [<AmmoniaCard key="ammonia" share={ammonia_share} />]),
    ...(dew_point === undefined
      ? []
      : [
          <DerivedCard
            key="dew"
            name={t('derived.dewPoint')}
            value={formatMetric('cabinet_temperature', dew_point)}
            formula={t('derived.formulas.dewPoint')}
          >
            {dew_margin !== undefined && (
              <Alert severity="warning" icon={<Icon path={mdiWaterAlertOutline} />} sx={{ py: 0 }}>
                {t('derived.condensation', { margin: formatMetric('cabinet_temperature', dew_margin) })}
              </Alert>
            )}
          </DerivedCard>,
        ]),
  ]
  if (cards.length === 0) return null
  return (
    <Box sx={{ mt: 2 }}>
      <PageSection title={t('derived.title')}>
        <Quiet small>{t('derived.hint')}</Quiet>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))' }}>
          {cards}
        </Box>
      </PageSection>
    </Box>
  )

  function oxygenCard(metric: 'oxygen_saturation' | 'dissolved_oxygen', value: number) {
    const name = t(`measurements.metrics.${metric}`)
    return (
      <DerivedCard
        key={metric}
        name={name}
        value={formatMetric(metric, value)}
        formula={t('derived.formulas.oxygen', { altitude: formatNumber(altitude ?? 0) })}
      />
    )
  }
}

/** The kind of conductivity that the terminals of a tank send; null: unknown, or they differ. */
function conductivityKind({ iots }: Pick<Tank, 'iots'>): ConductivityKind | null {
  const [first, ...others] = new Set(iots.map(({ conductivity }) => conductivity))
  return others.length === 0 ? (first ?? null) : null
}

/** The salinity by the kind of conductivity; both where it is unknown, so that the user can compare them with a refractometer. */
function SalinityCard({ raw, at25 }: { raw: number | undefined; at25: number | undefined }) {
  const { t } = useTranslation()
  const mayChange = may(useUser(), 'iots.manage')
  const text = (value: number) => formatMetric('salinity', value)
  const name = t('measurements.metrics.salinity')
  if (raw === undefined || at25 === undefined) {
    const kind = raw === undefined ? 'at_25' : 'raw'
    return <DerivedCard name={name} value={text(raw ?? at25 ?? 0)} formula={t(`derived.formulas.salinity.${kind}`)} />
  }
  return (
    <DerivedCard
      name={name}
      value={t('derived.either', { raw: text(raw), at25: text(at25) })}
      formula={t('derived.formulas.salinity.unknown')}
    >
      <Quiet small>{t('derived.whichConductivity', { raw: text(raw), at25: text(at25) })}</Quiet>
      {mayChange && (
        <RouterLink to="/key-profiles" sx={{ fontSize: '0.875rem', alignSelf: 'start' }}>
          {t('derived.toProfiles')}
        </RouterLink>
      )}
    </DerivedCard>
  )
}

interface CardProps {
  name: string
  value: string
  formula: string
  children?: ReactNode
}

/** `≈ %97` with the name of its formula. */
function DerivedCard({ name, value, formula, children }: CardProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 0.5, minWidth: 0 }}>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {name}
      </Box>
      <Box component="span" sx={{ fontSize: '1.375rem', fontWeight: 700 }}>
        {t('derived.about', { value })}
      </Box>
      <Quiet small>{formula}</Quiet>
      {children}
    </Box>
  )
}

/** The toxic share of the ammonia; its amount for a total that the user measured and types in. */
function AmmoniaCard({ share }: { share: number }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const hint = useId()
  const total = readDecimal(typed)
  const percent = oneFigure(share * 100)
  const amount = total !== null && total >= 0 ? oneFigure(total * share) : null
  return (
    <DerivedCard
      name={t('derived.ammonia')}
      value={t('derived.percent', { percent: formatNumber(percent.value, percent.decimals) })}
      formula={t('derived.formulas.ammonia')}
    >
      <PlainTextField
        label={t('derived.total')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        inputProps={{ inputMode: 'decimal', maxLength: 8, 'aria-describedby': hint }}
        sx={{ mt: 0.5, maxWidth: 240 }}
      />
      <Box component="span" id={hint} role="status" sx={{ minHeight: 20, fontSize: '0.875rem' }}>
        {Number.isNaN(total)
          ? t('validation.number')
          : amount && t('derived.toxic', { amount: formatNumber(amount.value, amount.decimals) })}
      </Box>
    </DerivedCard>
  )
}
