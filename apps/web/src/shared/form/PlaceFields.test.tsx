import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { DISTRICTS } from 'virtual:turkish-places'
import { DistrictField, ProvinceField } from './PlaceFields.tsx'

function Form({ province = '', district = '' }) {
  const form = useForm({ defaultValues: { province, district } })
  return (
    <QueryClientProvider client={new QueryClient()}>
      <FormProvider {...form}>
        <ProvinceField label="İl" />
        <DistrictField label="İlçe" />
      </FormProvider>
    </QueryClientProvider>
  )
}
const province = () => screen.getByRole('combobox', { name: 'İl' })
const district = () => screen.getByRole('combobox', { name: 'İlçe' })
const offered = () => screen.getAllByRole('option').map((option) => option.textContent)

/** Typing before the list has loaded is not tested here. */
async function renderForm(values = {}) {
  const events = userEvent.setup()
  render(<Form {...values} />)
  await events.click(province())
  await screen.findAllByRole('option')
  await events.keyboard('{Escape}')
  return events
}

test('81 provinces with 973 districts, in Turkish order', () => {
  expect(Object.keys(DISTRICTS)).toHaveLength(81)
  expect(Object.values(DISTRICTS).flat()).toHaveLength(973)
  const provinces = Object.keys(DISTRICTS)
  expect(provinces.indexOf('Çanakkale')).toBe(provinces.indexOf('Bursa') + 1)
  expect(DISTRICTS['Muğla']).toEqual(expect.arrayContaining(['Milas', 'Bodrum', 'Köyceğiz']))
})

describe('the province', () => {
  test.each(['istanbul', 'ISTANBUL', 'İstanbul'])('%s finds İstanbul', async (typed) => {
    const events = await renderForm()
    await events.type(province(), typed)
    expect(offered()).toEqual(['İstanbul'])
  })

  test('a province typed in full takes the spelling of the list', async () => {
    const events = await renderForm()
    await events.type(province(), 'mugla')
    await events.tab()
    expect(province()).toHaveValue('Muğla')
  })
})

describe('the district', () => {
  test('the districts offered are those of the picked province', async () => {
    const events = await renderForm()
    await events.type(province(), 'duzce')
    await events.click(screen.getByRole('option', { name: 'Düzce' }))
    await events.click(district())
    expect(offered()).toEqual(DISTRICTS['Düzce'])
  })

  test('a district is removed when another province is picked, unless it has one of that name', async () => {
    const events = await renderForm({ province: 'Muğla', district: 'Milas' })
    await events.clear(province())
    await events.type(province(), 'İzmir{Tab}')
    expect(district()).toHaveValue('')

    await events.type(district(), 'kemalpasa{Tab}')
    expect(district()).toHaveValue('Kemalpaşa')
    await events.click(province())
    await events.tab()
    expect(district()).toHaveValue('Kemalpaşa')
  })

  test('a district outside the list is shown, and stays until the province changes', async () => {
    const events = await renderForm({ province: 'Attika', district: 'Pire' })
    await events.click(province())
    await events.tab()
    await events.tab()
    expect(province()).toHaveValue('Attika')
    expect(district()).toHaveValue('Pire')
  })
})
