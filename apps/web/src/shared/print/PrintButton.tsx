import { mdiPrinterOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useTranslation } from 'react-i18next'
import words from '../../locales/tr/print.json' with { type: 'json' }
import { formatDateTime } from '../format/date-time.ts'
import { addWords } from '../i18n/add-words.ts'
import { Icon } from '../ui/Icon.tsx'
import { usePrinting } from './use-printing.ts'

addWords({ print: words })

/** Controls say nothing on paper, nor do places of what is still on its way. */
const HIDDEN = [
  '.MuiButton-root',
  '.MuiIconButton-root',
  '.MuiToggleButton-root',
  '.MuiTabs-root',
  '.MuiFormControl-root',
  '.MuiFormControlLabel-root',
  '.MuiAutocomplete-root',
  '.MuiSlider-root',
  '.MuiTablePagination-root',
  '.MuiSkeleton-root',
  'main nav',
  '[data-print=hide]',
].join()

/** A4, on white; charts that were drawn for the screen's width are scaled to the paper's. */
const PRINT_STYLES = {
  '@page': { size: 'A4', margin: '12mm' },
  '@media print': {
    [HIDDEN]: { display: 'none !important' },
    'html, body, main': { background: '#fff !important', minHeight: '0 !important' },
    '*': { printColorAdjust: 'exact' },
    '.MuiPaper-root, tr, li': { breakInside: 'avoid' },
    'h1, h2, h3': { breakAfter: 'avoid' },
    '[data-chart] > svg, .uplot, .u-wrap, .uplot canvas': { width: '100% !important', height: 'auto !important' },
  },
} as const

interface Props {
  /** What is on the paper, such as its window of time: the controls that say so are not printed. */
  facts?: string
}

/** Prints the page. */
export function PrintButton({ facts }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Button startIcon={<Icon path={mdiPrinterOutline} />} onClick={() => print()}>
        {t('print.print')}
      </Button>
      <PrintLayout {...(facts === undefined ? {} : { facts })} />
    </>
  )
}

/** While it is on a page, the page prints on A4 and without controls, also by the browser's own command. */
export function PrintLayout({ facts }: Props) {
  const { t } = useTranslation()
  const printedAt = usePrinting()
  return (
    <>
      <GlobalStyles styles={PRINT_STYLES} />
      {printedAt !== null && (
        <Box sx={{ display: 'none', width: 1, fontSize: '0.875rem', '@media print': { display: 'block' } }}>
          {[...(facts ? [facts] : []), t('print.printedAt', { time: formatDateTime(printedAt) })].join(' · ')}
        </Box>
      )}
    </>
  )
}
