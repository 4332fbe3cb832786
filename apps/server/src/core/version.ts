/** The version of the product, as its branding and its API show it. */
export const VERSION = '1.0.0'
