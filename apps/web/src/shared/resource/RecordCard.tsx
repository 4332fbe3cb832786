import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { Fragment, type ReactNode } from 'react'
import { CardHead } from '../list/CardHead.tsx'
import {
  fieldKey,
  type KindName,
  nameOf,
  type RecordKind,
  type RecordOf,
  type ResourceApi,
  type FieldName,
} from './record-kind.ts'
import { RecordStatus, shownValue } from './record-values.tsx'

/** A value on a card: a field by its name, or made from the record. */
type CardPart<K extends KindName, A extends ResourceApi> = FieldName<K> | ((record: RecordOf<A>) => ReactNode)

/** What the card of a record on a phone shows, from top to bottom. */
export interface Card<K extends KindName, A extends ResourceApi> {
  /** In the first line; default: the code, else the name. */
  title?: (record: RecordOf<A>) => ReactNode
  /** At the end of the first line; default: the chip of the record's `status`. */
  status?: FieldName<K>
  text?: CardPart<K, A>
  /** In grey, in one line with points between; empty ones are left out. */
  details?: readonly CardPart<K, A>[]
  /** Fields with their labels, one below another. */
  rows?: readonly FieldName<K>[]
  /** All that is below. */
  more?: (record: RecordOf<A>) => ReactNode
}

interface Props<K extends KindName, A extends ResourceApi> {
  kind: RecordKind<K, A>
  record: RecordOf<A>
  card: Card<K, A>
  /** The checkbox before the title. */
  select?: ReactNode
  actions: ReactNode
}

/**
 * A record of a list on a phone. A function and no component: the list compares the elements with those drawn before, and `card` as a property would
 * differ each time, because each drawing of a page makes it anew.
 */
export function recordCard<K extends KindName, A extends ResourceApi>(
  { kind, record, card: { title, status, text, details = [], rows = [], more }, select, actions }: Props<K, A>,
  t: TFunction,
): ReactNode {
  const shown = (part: CardPart<K, A>): ReactNode =>
    typeof part === 'function' ? part(record) : shownValue(kind, part, record, t)
  const known = details.map(shown).filter(Boolean)
  return (
    <>
      <CardHead
        title={
          <Box sx={{ display: 'flex', alignItems: 'center' }}>
            {select}
            <Box sx={{ minWidth: 0 }}>
              {title ? title(record) : <span lang={record.code && 'en'}>{nameOf(record)}</span>}
            </Box>
          </Box>
        }
        status={status ? shown(status) : record.status && <RecordStatus kind={kind.name} status={record.status} />}
        actions={actions}
      />
      {text && <Typography sx={{ overflowWrap: 'anywhere' }}>{shown(text)}</Typography>}
      {known.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {known.map((detail, index) => (
            // oxlint-disable-next-line no-array-index-key -- the details of a kind do not change their order
            <Fragment key={index}>
              {index > 0 && ' · '}
              {detail}
            </Fragment>
          ))}
        </Typography>
      )}
      {rows.map((name) => (
        <CardRow key={name}>
          <span>{t(fieldKey(kind.name, name))}</span>
          {shown(name)}
        </CardRow>
      ))}
      {more?.(record)}
    </>
  )
}

/** A line of a card with one value at each end. */
export function CardRow({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
        minHeight: 32,
        fontSize: '0.875rem',
      }}
    >
      {children}
    </Box>
  )
}
