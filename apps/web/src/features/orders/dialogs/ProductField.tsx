import type { OrderedProduct } from '@dalyan/contracts/orders'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { fitsSearch } from '../../../shared/form/fits-search.ts'
import { useFormField } from '../../../shared/form/use-form-field.tsx'
import { productAmount } from '../product-amount.ts'

const LONGEST = 120

interface Props {
  name: string
  label: string
  required: boolean
  /** The products that the firm ordered before. */
  products: readonly OrderedProduct[]
  /** Called when the user chooses one of them. */
  onChoose: (product: OrderedProduct) => void
}

/** The name of a product, chosen from those that were ordered before or typed; its value is a string. */
export function ProductField({ products, onChoose, ...shared }: Props) {
  const { t } = useTranslation()
  const { field, isSubmitting, look } = useFormField<string>(shared)
  return (
    <Autocomplete<OrderedProduct, false, false, true>
      freeSolo
      openOnFocus
      options={products}
      value={null}
      inputValue={field.value ?? ''}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.product)}
      getOptionKey={(option) => (typeof option === 'string' ? option : `${option.product} ${option.unit}`)}
      onInputChange={(_, text, reason) => {
        if (reason === 'input' || reason === 'clear') field.onChange(text)
      }}
      onChange={(_, chosen) => {
        if (chosen === null || typeof chosen === 'string') return
        field.onChange(chosen.product)
        onChoose(chosen)
      }}
      onBlur={field.onBlur}
      filterOptions={(all, { inputValue }) => all.filter(({ product }) => fitsSearch(product, inputValue))}
      readOnly={isSubmitting}
      forcePopupIcon={products.length > 0}
      renderOption={({ key, ...props }, option) => (
        <Box component="li" key={key} {...props} sx={{ display: 'block !important' }}>
          {option.product}
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            {t('orders.usual', { amount: productAmount(option) })}
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          {...look}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, maxLength: LONGEST } }}
        />
      )}
    />
  )
}
