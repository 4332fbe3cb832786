import CSSComputedStyle from 'happy-dom/lib/css/declaration/computed-style/CSSComputedStyle.js'

interface Rule {
  selectorText?: string
  cssRules?: readonly Rule[]
}
interface Styled {
  element: Element
}
interface Styling {
  elements: readonly Styled[]
  cssRules: readonly Rule[]
}
interface Computed {
  parseCSSRules(styling: Styling): void
}

/** The rules of a sheet by the class that an element needs; `''` has those that need none. The numbers are their positions. */
interface Index {
  length: number
  positions: Map<string, number[]>
}

const indexes = new WeakMap<readonly Rule[], Index>()
const neededClasses = new WeakMap<Rule, readonly string[] | null>()

/** The classes of which an element needs one before this rule can match it; null: it may match without. */
function classesNeeded(rule: Rule): readonly string[] | null {
  const known = neededClasses.get(rule)
  if (known !== undefined) return known
  const needed = rule.selectorText === undefined ? ofInner(rule.cssRules ?? []) : ofSelector(rule.selectorText)
  neededClasses.set(rule, needed)
  return needed
}

function ofInner(rules: readonly Rule[]): readonly string[] | null {
  const needed = rules.map(classesNeeded)
  return needed.includes(null) ? null : needed.flatMap((classes) => classes ?? [])
}

/** One class of the last part of each selector in the list, since that part describes the element itself. */
function ofSelector(text: string): readonly string[] | null {
  const plain = text.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, '')
  if (/[()[\]\\"']/.test(plain)) return null
  const needed = plain.split(',').map((selector) => /\.([\w-]+)[^\s>+~]*$/.exec(selector.trim())?.[1])
  return needed.some((name) => name === undefined) ? null : needed.flatMap((name) => name ?? [])
}

function indexOf(rules: readonly Rule[]): Index {
  const known = indexes.get(rules)
  // Emotion adds rules at the end of a sheet.
  const index = known && known.length <= rules.length ? known : { length: 0, positions: new Map<string, number[]>() }
  indexes.set(rules, index)
  for (; index.length < rules.length; index.length++)
    for (const name of new Set(classesNeeded(rules[index.length] ?? {}) ?? [''])) {
      const positions = index.positions.get(name)
      if (positions) positions.push(index.length)
      else index.positions.set(name, [index.length])
    }
  return index
}

/**
 * happy-dom compares every rule of the page with every element whose style is asked for, and with all above it. Emotion writes hundreds of rules of
 * one class each: comparing each with the elements of its class gives the same styles in a fraction of the time.
 */
const prototype = CSSComputedStyle.prototype as unknown as Computed
const { parseCSSRules } = prototype
prototype.parseCSSRules = function parseRulesOfItsClasses(styling) {
  const byClass = new Map<string, Set<Styled>>([['', new Set(styling.elements)]])
  for (const styled of styling.elements)
    for (const name of (styled.element.getAttribute('class') ?? '').split(/\s+/)) {
      const others = byClass.get(name)
      if (others) others.add(styled)
      else byClass.set(name, new Set([styled]))
    }
  const { positions } = indexOf(styling.cssRules)
  const found = new Set([...byClass.keys()].flatMap((name) => positions.get(name) ?? []))
  for (const position of [...found].sort((a, b) => a - b)) {
    const rule = styling.cssRules[position] ?? {}
    const classes = classesNeeded(rule)
    const elements = classes
      ? styling.elements.filter((styled) => classes.some((name) => byClass.get(name)?.has(styled)))
      : styling.elements
    parseCSSRules.call(this, { ...styling, elements, cssRules: [rule] })
  }
}
