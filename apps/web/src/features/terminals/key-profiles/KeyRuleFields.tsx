import type { MappedName, NameRule } from '@dalyan/contracts/diagnosis'
import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import { mdiClose, mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { readDecimal, typedDecimal } from '../../../shared/format/decimal.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'

const IGNORED = 'ignored'

/** What a device's own name counts as, as typed. */
export interface TypedRule {
  /** Empty: not chosen yet. */
  metric: MappedName['metric'] | typeof IGNORED | ''
  scale: string
  offset: string
}

export function typedRule(rule: NameRule | null): TypedRule {
  if (rule?.metric) return { ...rule, scale: typedDecimal(rule.scale, 0), offset: typedDecimal(rule.offset, 0) }
  return { metric: rule ? IGNORED : '', scale: '1', offset: '0' }
}

/** Null: no metric is chosen, or a number cannot be read. */
export function readRule({ metric, scale: scaleText, offset: offsetText }: TypedRule): NameRule | null {
  if (metric === IGNORED) return { metric: null }
  const scale = readDecimal(scaleText)
  const offset = readDecimal(offsetText) ?? 0
  const isRule = metric !== '' && scale !== null && Number.isFinite(scale) && scale !== 0 && Number.isFinite(offset)
  return isRule ? { metric, scale, offset } : null
}

/** What a mapped name counts as: `Tank Sıcaklığı × 0,1 + 2 olarak kaydediliyor`. */
export function ruleText(rule: NameRule, t: TFunction): string {
  if (rule.metric === null) return t('diagnosis.names.ignored')
  const factor = rule.scale === 1 ? '' : ` × ${typedDecimal(rule.scale, 0)}`
  const sign = rule.offset < 0 ? '−' : '+'
  const added = rule.offset === 0 ? '' : ` ${sign} ${typedDecimal(Math.abs(rule.offset), 0)}`
  return t('diagnosis.names.mapped', { metric: t(`measurements.metrics.${rule.metric}`), rule: factor + added })
}

interface Props {
  rule: TypedRule
  /** Offers to ignore the name too. */
  mayIgnore?: boolean
  onChange: (rule: TypedRule) => void
}

/** Metric, factor and offset of a device's own name. */
export function KeyRuleFields({ rule, mayIgnore = false, onChange }: Props) {
  const { t } = useTranslation()
  const change = (part: Partial<TypedRule>) => onChange({ ...rule, ...part })
  return (
    <>
      <TextField
        select
        size="small"
        label={t('diagnosis.names.metric')}
        value={rule.metric}
        onChange={({ target }) => change({ metric: target.value as TypedRule['metric'] })}
        sx={{ flex: '1 1 170px' }}
      >
        {SCREEN_ORDER.map((key) => (
          <MenuItem key={key} value={key}>
            {t(`measurements.metrics.${key}`)}
          </MenuItem>
        ))}
        {mayIgnore && <MenuItem value={IGNORED}>{t('diagnosis.names.ignore')}</MenuItem>}
      </TextField>
      {rule.metric !== IGNORED && (
        <>
          <NumberField label={t('diagnosis.names.scale')} text={rule.scale} onChange={(scale) => change({ scale })} />
          <NumberField
            label={t('diagnosis.names.offset')}
            text={rule.offset}
            onChange={(offset) => change({ offset })}
          />
        </>
      )}
    </>
  )
}

function NumberField({ label, text, onChange }: { label: string; text: string; onChange: (text: string) => void }) {
  return (
    <TextField
      size="small"
      label={label}
      value={text}
      error={Number.isNaN(readDecimal(text))}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
      sx={{ width: 88 }}
    />
  )
}

/** A device's own name. */
export function KeyName({ children }: { children: string }) {
  return (
    <Box
      component="code"
      lang="en"
      sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere', fontWeight: 600, fontSize: '0.875rem' }}
    >
      {children}
    </Box>
  )
}

/** A line of names with their fields. */
export const KEY_ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
} as const

interface LineButtonProps {
  label: string
  onClick: () => void
}

/** Removes a line of a list that is typed. */
export function RemoveLine({ label, onClick }: LineButtonProps) {
  return (
    <IconButton aria-label={label} onClick={onClick} sx={{ minWidth: 44, minHeight: 44 }}>
      <Icon path={mdiClose} />
    </IconButton>
  )
}

/** Adds an empty line. */
export function AddLine({ label, onClick }: LineButtonProps) {
  return (
    <Button startIcon={<Icon path={mdiPlus} />} onClick={onClick} sx={{ minHeight: 44 }}>
      {label}
    </Button>
  )
}
