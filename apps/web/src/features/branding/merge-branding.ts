/** Anything of the brand: texts, nothing where a text is missing, or a group of these. */
type Part = string | null | { readonly [name: string]: Part }

/**
 * What the server knows of the brand over what the page knows. The page's own names decide what there is and of which
 * kind: anything else that arrives is left out, and the page's value stays.
 */
export function mergeBranding<B extends Part>(known: B, arrived: unknown): B {
  return merged(known, arrived) as B
}

function merged(known: Part, arrived: unknown): Part {
  if (typeof known !== 'object' || known === null) return typeof arrived === 'string' ? arrived : known
  return Object.fromEntries(Object.entries(known).map(([name, part]) => [name, merged(part, ownValue(arrived, name))]))
}

function ownValue(group: unknown, name: string): unknown {
  const isGroup = typeof group === 'object' && group !== null && Object.hasOwn(group, name)
  return isGroup ? Reflect.get(group, name) : undefined
}
