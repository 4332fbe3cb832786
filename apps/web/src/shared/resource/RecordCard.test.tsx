import { type Firm, firmsApi } from '@dalyan/contracts/firms'
import { render } from '@testing-library/react'
import { useTranslation } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { given } from '../../../tests/given.ts'
import { ListCards } from '../list/ListCards.tsx'
import { recordCard } from './RecordCard.tsx'
import { recordKind } from './record-kind.ts'
import { resourceQueries } from './resource-queries.ts'

const kind = recordKind({ name: 'firms', api: firmsApi, queries: resourceQueries('firms', firmsApi) })

test('of the cards of a list only the one whose record has changed is drawn again', () => {
  const draw = vi.fn<(id: number) => void>()
  function Code({ firm: { id, code } }: { firm: Firm }) {
    draw(id)
    return code
  }
  // As a page makes them: anew each time it is drawn.
  function Cards({ firms }: { firms: readonly Firm[] }) {
    const { t } = useTranslation()
    const card = { title: (firm: Firm) => <Code firm={firm} />, status: 'name' } as const
    const cardOf = (record: Firm) => recordCard({ kind, record, card, actions: <button type="button">Sil</button> }, t)
    return <ListCards label="Firmalar" rows={firms} card={cardOf} />
  }
  const firms = [1, 2, 3].map((id) => given.firm({ id, code: `F-${id}` }))
  const page = render(<Cards firms={firms} />)
  expect(draw.mock.calls).toEqual([[1], [2], [3]])
  draw.mockClear()
  page.rerender(<Cards firms={firms.map((firm) => (firm.id === 2 ? { ...firm, code: 'F-22' } : firm))} />)
  expect(draw.mock.calls).toEqual([[2]])
  expect(page.getByText('F-22')).toBeVisible()
})
