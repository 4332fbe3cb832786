import Box from '@mui/material/Box'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

export interface ShownColumn {
  /** The API's name. */
  field: string
  title: string
  hint: string
  isRequired: boolean
}

/** The meaning of each column of a file, behind a line that expands it. */
export function ColumnList({ columns }: { columns: readonly ShownColumn[] }) {
  const { t } = useTranslation()
  return (
    <Box component="details">
      <Box component="summary" sx={{ cursor: 'pointer', py: 1, fontWeight: 500 }}>
        {t('bulk.columns')}
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: '4px 16px',
          gridTemplateColumns: { xs: '1fr', sm: 'minmax(140px, auto) 1fr' },
          fontSize: '0.875rem',
        }}
      >
        {columns.map(({ field, title, hint, isRequired }) => (
          <Fragment key={field}>
            <Box component="dt" sx={{ fontWeight: 500, mt: { xs: 0.5, sm: 0 } }}>
              {title}
              {isRequired && ` (${t('bulk.columnRequired')})`}
            </Box>
            <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
              {hint}
            </Box>
          </Fragment>
        ))}
      </Box>
    </Box>
  )
}
