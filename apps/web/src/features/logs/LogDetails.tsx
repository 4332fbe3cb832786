import { mdiCheck, mdiContentCopy } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatDateTimeWithSeconds } from '../../shared/format/date-time.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useCopy } from '../../shared/ui/use-copy.ts'
import { eventWords } from './event-words.ts'
import type { LogLine } from './log-line.ts'
import { visibleText } from '../../shared/format/visible-text.ts'

/** All that one entry says: its words in full, what a device sent as it came, and the rest as JSON. */
export function LogDetails({ line }: { line: LogLine }) {
  const { t } = useTranslation()
  const json = JSON.stringify(line.details, null, 2)
  const { outcome, copy } = useCopy(line.details ? json : line.text)
  const sent = line.details?.['raw'] ?? line.details?.['payload']
  const meaning = line.subject ? eventWords(t, line.text) : null
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography variant="body2" component="p">
        {[formatDateTimeWithSeconds(line.at), meaning, line.who && visibleText(line.who)].filter(Boolean).join(' · ')}
      </Typography>
      {!line.subject && <pre>{visibleText(line.text)}</pre>}
      {typeof sent === 'string' && (
        <Box>
          <Typography variant="body2" component="p" sx={{ color: 'text.secondary' }}>
            {t('logs.raw')}
          </Typography>
          <pre>{visibleText(sent)}</pre>
        </Box>
      )}
      {line.details && <pre>{visibleText(json)}</pre>}
      <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Button
          size="small"
          onClick={copy}
          startIcon={<Icon path={outcome === 'copied' ? mdiCheck : mdiContentCopy} />}
        >
          {t('logs.copyMeta')}
        </Button>
        {outcome && (
          <Typography variant="body2" component="span">
            {t(outcome === 'copied' ? 'logs.metaCopied' : 'common.states.copyFailed')}
          </Typography>
        )}
      </Box>
    </Box>
  )
}
