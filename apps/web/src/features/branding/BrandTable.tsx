import { mdiAlertCircleOutline, mdiCheck, mdiContentCopy } from '@mdi/js'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/Icon.tsx'
import { PageSection } from '../../shared/ui/PageSection.tsx'
import { useCopy } from '../../shared/ui/CopyField.tsx'

const ICON = { copied: mdiCheck, failed: mdiAlertCircleOutline }

interface BrandRow {
  label: string
  /** Null: not set. */
  value: string | null
  /** Makes the value a link. */
  href?: string | null
}

/** A section with values of the brand. */
export function BrandTable({ title, rows }: { title: string; rows: readonly BrandRow[] }) {
  return (
    <PageSection title={title}>
      <Box
        component="table"
        aria-label={title}
        sx={({ tokens: { palette } }) => ({
          width: '100%',
          borderCollapse: 'collapse',
          '& tr:first-of-type': { border: 0 },
          '& a': { color: palette.primary.text },
        })}
      >
        <tbody>
          {rows.map((row) => (
            <Row key={row.label} {...row} />
          ))}
        </tbody>
      </Box>
    </PageSection>
  )
}

/** One value of the brand, with a button that copies it. */
function Row({ label, value, href = null }: BrandRow) {
  const { t } = useTranslation()
  const { outcome, copy } = useCopy(value ?? '')
  const copyLabel = t('settings.branding.copyName', { name: label })
  return (
    <Box component="tr" sx={({ tokens: { palette } }) => ({ borderTop: `1px solid ${palette.divider}` })}>
      <Box
        component="th"
        scope="row"
        sx={{ py: 1, pr: 2, textAlign: 'left', fontWeight: 400, color: 'text.secondary', minWidth: 120 }}
      >
        {label}
      </Box>
      <Box component="td" sx={{ width: '100%', py: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {value === null && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t('settings.branding.notSet')}
          </Box>
        )}
        {value !== null &&
          (href === null ? (
            <LongText text={value} />
          ) : (
            <a href={href} rel="noopener noreferrer">
              <LongText text={value} />
            </a>
          ))}
      </Box>
      <Box component="td" sx={{ height: 45 }}>
        {value !== null && (
          <IconButton aria-label={copyLabel} title={copyLabel} onClick={copy}>
            <Icon path={outcome === null ? mdiContentCopy : ICON[outcome]} />
          </IconButton>
        )}
        <Box role="status" sx={visuallyHidden}>
          {outcome === 'copied' && t('common.actions.copied')}
          {outcome === 'failed' && t('common.states.copyFailed')}
        </Box>
      </Box>
    </Box>
  )
}

/** A text of any length in at most four lines; the button copies all of it. */
function LongText({ text }: { text: string }) {
  return (
    <Box
      component="span"
      sx={{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 4, overflow: 'hidden' }}
    >
      {text}
    </Box>
  )
}
