import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

const ROW_DENSITIES = ['comfortable', 'compact'] as const
type RowDensity = (typeof ROW_DENSITIES)[number]

/** Height of a row, px. */
export const ROW_PX = { comfortable: 44, compact: 30 } as const satisfies Record<RowDensity, number>

const STORAGE_KEY = 'row-density'
const subscribers = new Set<() => void>()
/** Used when the browser's settings forbid storage. */
let here: RowDensity | null = null

function current(): RowDensity {
  try {
    const kept = localStorage.getItem(STORAGE_KEY)
    return ROW_DENSITIES.find((each) => each === kept) ?? 'comfortable'
  } catch {
    return here ?? 'comfortable'
  }
}

/** Saves the row height on this device for all lists. */
function chooseRowDensity(density: RowDensity): void {
  try {
    localStorage.setItem(STORAGE_KEY, density)
  } catch {
    here = density
  }
  for (const notify of subscribers) notify()
}

function subscribe(notify: () => void): () => void {
  subscribers.add(notify)
  // Follows a choice in another tab.
  addEventListener('storage', notify)
  return () => {
    subscribers.delete(notify)
    removeEventListener('storage', notify)
  }
}

export function useRowDensity(): RowDensity {
  return useSyncExternalStore(subscribe, current)
}

/** The row height of all tables on this device. */
export function DensityChoice() {
  const { t } = useTranslation()
  const density = useRowDensity()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t('common.actions.density')}
      value={density}
      onChange={(_, chosen: RowDensity | null) => chosen && chooseRowDensity(chosen)}
    >
      <ToggleButton value="comfortable" sx={look}>
        {t('common.actions.densityComfortable')}
      </ToggleButton>
      <ToggleButton value="compact" sx={look}>
        {t('common.actions.densityCompact')}
      </ToggleButton>
    </ToggleButtonGroup>
  )
}

const look = { minHeight: 32, px: 1.25, py: 0, fontSize: '0.8125rem' } as const
