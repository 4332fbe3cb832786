import type { BulkAnswer, BulkRow } from '@dalyan/contracts/bulk'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import { Quiet } from '../../shared/ui/Quiet.tsx'

const MOST_SHOWN = 100

interface Props {
  answer: BulkAnswer
  /** The title of a column by the API's name; undefined for fields without a column. */
  titleOf: (field: string) => string | undefined
}

/** The result of a dry run: how many rows are ready, and the mistakes in the others. */
export function BulkVerdict({ answer: { rows, ignored_columns }, titleOf }: Props) {
  const { t } = useTranslation()
  const wrong = rows.filter(({ ok }) => !ok)
  const ready = t('bulk.ready', { count: rows.length - wrong.length })
  return (
    <>
      {wrong.length === 0 ? (
        <Alert severity="success">{ready}</Alert>
      ) : (
        <Alert severity="error">
          <AlertTitle>
            {ready}, {t('bulk.wrong', { count: wrong.length })}
          </AlertTitle>
          {t('bulk.nothingCreated')}
        </Alert>
      )}
      {ignored_columns.length > 0 && (
        <Alert severity="warning">{t('bulk.ignored', { columns: ignored_columns.join(', ') })}</Alert>
      )}
      {wrong.length > 0 && <WrongRows rows={wrong.slice(0, MOST_SHOWN)} titleOf={titleOf} />}
      {wrong.length > MOST_SHOWN && <Quiet small>{t('bulk.firstOnly', { count: MOST_SHOWN })}</Quiet>}
    </>
  )
}

function WrongRows({ rows, titleOf }: { rows: readonly BulkRow[]; titleOf: Props['titleOf'] }) {
  const { t } = useTranslation()
  return (
    <TableContainer
      role="region"
      aria-label={t('bulk.problems')}
      tabIndex={0}
      sx={({ tokens: { palette } }) => ({ maxHeight: 280, border: `1px solid ${palette.outline}`, borderRadius: 1 })}
    >
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell align="right">{t('bulk.line')}</TableCell>
            <TableCell>{t('bulk.code')}</TableCell>
            <TableCell>{t('bulk.problem')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ line, code, errors = {} }) => (
            <TableRow key={line} sx={{ verticalAlign: 'top' }}>
              <TableCell align="right">{line}</TableCell>
              <TableCell lang="en" sx={{ minWidth: '10ch', overflowWrap: 'anywhere' }}>
                {code === '' ? t('common.fields.none') : code}
              </TableCell>
              <TableCell sx={{ width: 1 }}>
                {Object.entries(errors).map(([field, texts]) => (
                  <Box key={field}>
                    {titleOf(field) && <b>{titleOf(field)}: </b>}
                    {texts.join(' ')}
                  </Box>
                ))}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
