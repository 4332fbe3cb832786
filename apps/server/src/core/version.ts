/** Of the product, as its branding and its API tell it (specification §9). */
export const VERSION = '1.0.0'
