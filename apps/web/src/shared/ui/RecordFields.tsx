import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface RecordField {
  label: string
  /** Empty: a dash. */
  value: ReactNode
}

/** A list of definitions: beside their terms, on a phone below them. */
export const DEFINITIONS = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'minmax(140px, auto) 1fr' },
} as const

/** A record's fields as text. */
export function RecordFields({ fields }: { fields: readonly RecordField[] }) {
  const { t } = useTranslation()
  return (
    <Box component="dl" sx={{ ...DEFINITIONS, gap: '8px 16px' }}>
      {fields.map(({ label, value }) => (
        <Fragment key={label}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary', mb: { xs: -1, sm: 0 } }}>
            {label}
          </Typography>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {value === null || value === undefined || value === '' ? t('common.fields.none') : value}
          </Box>
        </Fragment>
      ))}
    </Box>
  )
}
