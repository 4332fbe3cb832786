import { brandingApi } from '@dalyan/contracts/branding'
import { DALYAN } from '@dalyan/contracts/own-brand'
import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, server } from '../../../../tests/fake-server.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

test("the login shows the brand's icon, and the built-in one where that cannot be loaded", async () => {
  server.use(
    answers(brandingApi.config, {
      success: true,
      data: { ...DALYAN, logo: { ...DALYAN.logo, icon: '/ege.svg' }, domain: { apiUrl: 'https://dalyan.example' } },
    }),
  )
  const page = renderApp('/')
  await page.findByRole('button', { name: 'Giriş Yap' })
  const mark = page.container.querySelector('main img')
  expect(mark).toHaveAttribute('alt', '')
  await waitFor(() => expect(mark).toHaveAttribute('src', '/ege.svg'))
  if (mark) fireEvent.error(mark)
  expect(mark).toHaveAttribute('src', '/favicon.svg')
})
