import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppTheme } from '../theme/AppTheme.tsx'
import { AnalogBar } from './AnalogBar.tsx'

// The theme asks for the brand's colours; here nobody answers.
const cache = new QueryClient({ defaultOptions: { queries: { enabled: false } } })

const bar = (value: number) => (
  <QueryClientProvider client={cache}>
    <AppTheme>
      <AnalogBar
        value={value}
        limits={{ min: 0, max: 10 }}
        bounds={{ min: 0, max: 14 }}
        isOutside={false}
        isStale={false}
      />
    </AppTheme>
  </QueryClientProvider>
)

test('a new value moves the pointer by a transform, which lays nothing out again', () => {
  const { container, rerender } = render(bar(2))
  const pointer = container.querySelector<HTMLElement>('[data-pointer]')
  const before = pointer?.style.transform
  const classes = pointer?.className
  expect(before).toMatch(/^translateX\(\d+(\.\d+)?%\)$/)
  rerender(bar(9))
  expect(pointer?.style.transform).not.toBe(before)
  // Nothing else of it changes: no style sheet, no place.
  expect(pointer?.className).toBe(classes)
  expect(pointer?.style.left).toBe('')
})
