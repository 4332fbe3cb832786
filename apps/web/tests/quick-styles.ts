import CSSComputedStyle from 'happy-dom/lib/css/declaration/computed-style/CSSComputedStyle.js'
import CSSComputedStyleElementDefault from 'happy-dom/lib/css/declaration/computed-style/config/CSSComputedStyleElementDefault.js'
import CSSStyleDeclaration from 'happy-dom/lib/css/declaration/CSSStyleDeclaration.js'
import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js'
import CSSTextParser from 'happy-dom/lib/css/declaration/utilities/CSSTextParser.js'
import * as PropertySymbol from 'happy-dom/lib/PropertySymbol.js'

interface Rule {
  selectorText?: string
  cssRules?: readonly Rule[]
  [PropertySymbol.cssText]?: string
}
interface Styled {
  element: Element
  cssTexts: { cssText: string; priorityWeight: number }[]
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

/** The properties by which Testing Library decides whether a user can see an element. */
const OF_VISIBILITY = ['display', 'visibility'] as const
type OfVisibility = (typeof OF_VISIBILITY)[number]
const isOfVisibility = (name: string): name is OfVisibility => OF_VISIBILITY.some((known) => known === name)

const namingRules = new WeakMap<readonly Rule[], Record<OfVisibility, Rule[]> & { read: number }>()

/** The rules of a sheet that name this property, in their order; for an outer rule if an inner one does. */
function rulesNaming(name: OfVisibility, rules: readonly Rule[]): readonly Rule[] {
  const known = namingRules.get(rules)
  const found = known && known.read <= rules.length ? known : { display: [], visibility: [], read: 0 }
  namingRules.set(rules, found)
  for (; found.read < rules.length; found.read++) {
    const rule = rules[found.read] ?? {}
    for (const each of OF_VISIBILITY) if (names(rule, each)) found[each].push(rule)
  }
  return found[name]
}

function names(rule: Rule, name: OfVisibility): boolean {
  return rule[PropertySymbol.cssText]?.includes(name) || (rule.cssRules?.some((inner) => names(inner, name)) ?? false)
}

/** What rules and attribute say of this property of an element; null: only the full computation knows. */
function declared(element: Element, name: OfVisibility): string | undefined | null {
  const preset: unknown = (CSSComputedStyleElementDefault as Record<string, unknown>)[element.tagName]
  if (preset && typeof preset !== 'string') return null
  const styled: Styled = { element, cssTexts: [] }
  const computed = new CSSComputedStyle(element as never) as unknown as Computed
  for (const { sheet } of document.querySelectorAll<HTMLStyleElement>('style,link[rel="stylesheet"]'))
    if (sheet)
      computed.parseCSSRules({ elements: [styled], cssRules: rulesNaming(name, sheet.cssRules as unknown as Rule[]) })
  const texts = styled.cssTexts.sort((a, b) => a.priorityWeight - b.priorityWeight).map(({ cssText }) => cssText)
  const text = [preset, ...texts, element.getAttribute('style')].join('')
  const found = new CSSPropertyManager()
  for (const rule of CSSTextParser.parse(text).rules) {
    if (rule.name !== name || rule.value === 'inherit') continue
    if (rule.value.includes('var(')) return null
    if (rule.important || !found.get(name)?.important) found.set(name, rule.value, rule.important)
  }
  return found.get(name)?.value
}

/** The computed value; null: only the full computation knows. */
function valueOf(element: Element, name: OfVisibility): string | null {
  if (element.getRootNode() !== document) return null
  for (let at: Element | null = element; at; at = name === 'visibility' ? at.parentElement : null) {
    const value = declared(at, name)
    if (value !== undefined) return value
  }
  return ''
}

interface Declaration {
  getPropertyValue(name: string): string
  [PropertySymbol.computed]: boolean
  [PropertySymbol.element]: Element
}

/** A query by role asks for these two of each element that could match, and again after each change; happy-dom computes all properties then. */
const declaration = CSSStyleDeclaration.prototype as unknown as Declaration
const { getPropertyValue } = declaration
declaration.getPropertyValue = function getVisibilityAlone(name) {
  const quick =
    this[PropertySymbol.computed] && isOfVisibility(name) ? valueOf(this[PropertySymbol.element], name) : null
  return quick ?? getPropertyValue.call(this, name)
}
