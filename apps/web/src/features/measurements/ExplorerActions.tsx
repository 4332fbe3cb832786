import { EXPORT_FORMATS, EXPORT_STEPS } from '@dalyan/contracts/measurements'
import type { Tank } from '@dalyan/contracts/tanks'
import {
  mdiChartLine,
  mdiCheck,
  mdiChevronLeft,
  mdiChevronRight,
  mdiLinkVariant,
  mdiMagnifyMinusOutline,
  mdiMagnifyPlusOutline,
  mdiPencilPlusOutline,
  mdiPrinterOutline,
  mdiTableLarge,
  mdiViewSplitHorizontal,
} from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isFollowing, stepRange, timeSpan, type TimeRange, toLocal, zoomRange } from '../../shared/charts/time-range.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { ExportButton } from '../../shared/export/ExportButton.tsx'
import { useDone } from '../../shared/form/use-done.ts'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { type RowAction, RowActions } from '../../shared/list/RowActions.tsx'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { PrintButton, PrintLayout } from '../../shared/print/PrintButton.tsx'
import { may, useUser } from '../../shared/session/user.ts'
import { useCopy } from '../../shared/ui/CopyField.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { tankKeys } from '../records/public/tanks.queries.ts'
import {
  EXPLORER_LOOKS,
  type ExplorerLook,
  type ExplorerView,
  explorerSearch,
  type ShowExplorer,
} from './explorer-search.ts'
import { measurementKeys, readingsFile, readingsFilter, seriesKeys } from './public/measurements.queries.ts'

const ManualReadingDialog = onDemand(async () => (await import('./public/ManualReadingDialog.tsx')).ManualReadingDialog)

interface Props {
  view: ExplorerView
  show: ShowExplorer
}

interface PageActionsProps extends Props {
  /** The only tank; undefined: several, or not loaded yet; null: it cannot be loaded. */
  tank: Tank | null | undefined
  codes: readonly string[]
}

/** Prints and exports the readings; of a single tank, enters one more. On a phone what is used less is in the menu beside the time. */
export function PageActions({ view, show, tank, codes }: PageActionsProps) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const hasOne = view.tanks.length === 1 && tank !== null && tank?.status !== 'deleted'
  const mayEnter = may(useUser(), 'measurements.create') && hasOne
  const close = () => show({ dialog: null })
  const done = useDone(close, measurementKeys.all, tankKeys.all, seriesKeys.ofTank(tank?.id ?? 0))
  // Means are taken of all readings.
  const steps = view.isOnlyOutside ? (['raw'] as const) : EXPORT_STEPS
  const files = steps.flatMap((step) =>
    EXPORT_FORMATS.map((format) => readingsFile(t, readingsFilter(view), { format, step }, tank?.code)),
  )
  const facts = printFacts(view, codes)
  const enter = { disabled: !tank, onClick: () => show({ dialog: 'add' }) }
  return (
    <>
      {isNarrow ? (
        <PrintLayout facts={facts} />
      ) : (
        <>
          <CopyLink view={view} />
          <PrintButton facts={facts} />
        </>
      )}
      <ExportButton files={files} isTight={isNarrow} />
      {mayEnter && isNarrow && (
        <IconButton {...enter} aria-label={t('measurements.add.title')}>
          <Icon path={mdiPencilPlusOutline} />
        </IconButton>
      )}
      {mayEnter && !isNarrow && (
        <Button {...enter} variant="contained" startIcon={<Icon path={mdiPencilPlusOutline} />}>
          {t('measurements.add.title')}
        </Button>
      )}
      {mayEnter && tank && view.dialog === 'add' && (
        <ManualReadingDialog tank={tank} onSaved={() => done(t('measurements.add.success'))} onClose={close} />
      )}
    </>
  )
}

/** `TNK-014 · 09.07.2026 14:30 – 10.07.2026 14:30` */
function printFacts({ range }: ExplorerView, codes: readonly string[]): string {
  const span = timeSpan(range, serverNow())
  const window = span ? [`${formatDateTime(span.from)} – ${formatDateTime(span.to)}`] : []
  return [...(codes.length > 0 ? [codes.join(', ')] : []), ...window].join(' · ')
}

/** Copies a link with absolute times, so that it shows the same hours whenever it is opened. */
function useCopyLink(view: ExplorerView, report?: Parameters<typeof useCopy>[1]) {
  const router = useRouter()
  const span = timeSpan(view.range, serverNow())
  const range = span ? { from: toLocal(span.from), to: toLocal(span.to) } : view.range
  const { href } = router.buildLocation({
    to: '/measurements',
    search: explorerSearch({ ...view, range, dialog: null }),
  })
  return useCopy(new URL(href, location.origin).href, report)
}

function CopyLink({ view }: Pick<Props, 'view'>) {
  const { t } = useTranslation()
  const { outcome, copy } = useCopyLink(view)
  return (
    <>
      <Box role="status" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {outcome === 'copied' && t('common.actions.copied')}
        {outcome === 'failed' && t('explorer.copyFailed')}
      </Box>
      <Button startIcon={<Icon path={outcome === 'copied' ? mdiCheck : mdiLinkVariant} />} onClick={copy}>
        {t('common.actions.copyLink')}
      </Button>
    </>
  )
}

const ZOOMS = [
  { direction: 'out', label: 'explorer.zoomOut', icon: mdiMagnifyMinusOutline },
  { direction: 'in', label: 'explorer.zoomIn', icon: mdiMagnifyPlusOutline },
] as const

interface RangeProps {
  range: TimeRange
  onChange: (range: TimeRange) => void
}

/** Halves or doubles the window, for users who cannot drag over a chart. */
export function ZoomButtons({ range, onChange }: RangeProps) {
  const { t } = useTranslation()
  return ZOOMS.map(({ direction, label, icon }) => {
    const next = zoomRange(range, direction, serverNow())
    return (
      <Tooltip key={direction} title={t(label)}>
        <span>
          <IconButton aria-label={t(label)} disabled={next === null} onClick={() => next && onChange(next)}>
            <Icon path={icon} />
          </IconButton>
        </span>
      </Tooltip>
    )
  })
}

const LOOK_ICONS: Readonly<Record<ExplorerLook, string>> = {
  both: mdiViewSplitHorizontal,
  chart: mdiChartLine,
  table: mdiTableLarge,
}

interface MenuProps extends Props {
  /** The window is moved by the menu, too. */
  hasSteps?: boolean
}

/** On a phone: what stands in rows of buttons on a wide screen. */
export function ExplorerMenu({ view, show, hasSteps = false }: MenuProps) {
  const { t } = useTranslation()
  const message = useSnackbar()
  const { copy } = useCopyLink(view, (outcome) =>
    message(t(outcome === 'copied' ? 'common.actions.copied' : 'explorer.copyFailed')),
  )
  const { range, tab, look } = view
  const now = serverNow()
  const step = (direction: -1 | 1) => show({ range: stepRange(range, direction, now) })
  // Views without a list have a picture or its numbers.
  const looks = (
    tab === 'time'
      ? EXPLORER_LOOKS.map((each) => ({
          look: each,
          label: `${t('explorer.view')}: ${t(`measurements.views.${each}`)}`,
        }))
      : [
          { look: 'both' as const, label: t('common.aria.showAsChart') },
          { look: 'table' as const, label: t('common.aria.showAsTable') },
        ].filter((each) => (each.look === 'table') !== (look === 'table'))
  ).filter((each) => each.look !== look)
  const steps: RowAction[] = [
    { label: t('common.time.earlier'), icon: mdiChevronLeft, onClick: () => step(-1) },
    ...(isFollowing(range) ? [] : [{ label: t('common.time.later'), icon: mdiChevronRight, onClick: () => step(1) }]),
  ]
  const actions: RowAction[] = [
    ...(hasSteps ? steps : []),
    ...ZOOMS.flatMap(({ direction, label, icon }) => {
      const next = zoomRange(range, direction, now)
      return next ? [{ label: t(label), icon, onClick: () => show({ range: next }) }] : []
    }),
    ...looks.map(({ look: next, label }) => ({
      label,
      icon: LOOK_ICONS[next],
      onClick: () => show({ look: next }),
    })),
    { label: t('common.actions.copyLink'), icon: mdiLinkVariant, onClick: copy },
    { label: t('print.print'), icon: mdiPrinterOutline, onClick: () => print() },
  ]
  return (
    <Box sx={{ flex: 'none', '& button': { width: 44, height: 44 } }}>
      <RowActions name={t('measurements.title')} actions={actions} />
    </Box>
  )
}
