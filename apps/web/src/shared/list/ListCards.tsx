import Box from '@mui/material/Box'
import { Fragment, memo, type ReactNode, useRef } from 'react'
import isEqual from 'react-fast-compare'
import { useNear } from '../ui/use-near.ts'

export interface CardListProps<T> {
  /** Accessible name of the list. */
  label: string
  rows: readonly T[]
  card: (row: T) => ReactNode
  /** The text of a card that is not drawn yet, so that a search in the page and a screen reader find it. */
  nameOf?: ((row: T) => string) | undefined
  /** What stands above the card of a row. */
  above?: ((row: T) => ReactNode) | undefined
  isHidden?: ((row: T) => boolean) | undefined
  /** As many cards on a screen as can be read. */
  isTight?: boolean | undefined
}

/** So many cards, which fill a phone, are drawn at once; the others when they come near the screen. */
const FIRST = { tight: 8, roomy: 5 } as const
const TYPICAL_PX = { tight: 66, roomy: 132 } as const

/** Records on a phone: one card each. Only cards near the screen have content, so that a page of 100 opens as quickly as one of ten. */
export function ListCards<T extends { id: number }>({
  label,
  rows,
  card,
  nameOf = () => '',
  above,
  isHidden,
  isTight = false,
}: CardListProps<T>) {
  const size = isTight ? 'tight' : 'roomy'
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        display: 'grid',
        // Nothing in a card makes the list wider than the screen.
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: isTight ? 0.75 : 1,
        m: 0,
        p: 0,
        listStyle: 'none',
        // One rule for all cards: a component of the design system for each would cost more than an empty card.
        '& > .card': {
          px: isTight ? 1 : 1.5,
          pt: isTight ? 0 : 0.5,
          pb: isTight ? 0.5 : 1.5,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
        },
      }}
    >
      {rows.map((row, index) => {
        const head = above?.(row)
        return (
          <Fragment key={row.id}>
            {head && (
              <Box component="li" sx={{ px: 1.5 }}>
                {head}
              </Box>
            )}
            {!isHidden?.(row) && (
              <CardOnDemand
                isFirst={index < FIRST[size]}
                height={TYPICAL_PX[size]}
                name={nameOf(row)}
                // Not called for a card that is not drawn.
                content={() => card(row)}
              />
            )}
          </Fragment>
        )
      })}
    </Box>
  )
}

interface CardProps {
  isFirst: boolean
  /** Until it was drawn once. */
  height: number
  name: string
  content: () => ReactNode
}

function CardOnDemand({ isFirst, height, name, content }: CardProps) {
  const item = useRef<HTMLLIElement>(null)
  const near = useNear(item, { isNear: isFirst, height })
  return (
    <li ref={item} className="card" style={near.isNear ? undefined : { height: near.height, overflow: 'hidden' }}>
      {near.isNear ? <CardContent>{content()}</CardContent> : name}
    </li>
  )
}

/** Drawn again only when an element of the card differs: a live value changes one card of a hundred. */
const CardContent = memo(function CardContent({ children }: { children: ReactNode }) {
  return children
}, isEqual)
