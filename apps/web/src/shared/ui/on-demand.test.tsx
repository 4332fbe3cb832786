import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { onDemand } from './on-demand.tsx'
import { useAppReady } from './page-state.ts'

test('what is around a part stays where the code of the part cannot be loaded', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const load = () => Promise.reject(new TypeError('Failed to fetch'))
  const Pages = onDemand(load, { meanwhile: 'without pages', mayBeMissing: true })
  const screen = render(
    <p>
      the rows, <Pages />
    </p>,
  )
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1), 20_000)
  await vi.dynamicImportSettled()
  expect(screen.container).toHaveTextContent('the rows, without pages')
})

test('code that can wait is loaded once the first page has rendered its data', async () => {
  const load = vi.fn(() => Promise.resolve(() => 'the part'))
  const Part = onDemand(load, { meanwhile: 'the page alone', canWait: true })
  function Page({ isReady }: { isReady: boolean }) {
    useAppReady(isReady)
    return <Part />
  }
  const screen = render(<Page isReady={false} />)
  await vi.dynamicImportSettled()
  expect(load).not.toHaveBeenCalled()
  expect(screen.container).toHaveTextContent('the page alone')
  screen.rerender(<Page isReady />)
  await vi.waitFor(() => expect(screen.container).toHaveTextContent('the part'))
})
