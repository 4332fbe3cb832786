/** Of the product, as its branding and its API tell it. */
export const VERSION = '1.0.0'
