import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import qrcode from 'qrcode-generator'

/** The design is in CSS pixels: A4 is 794 × 1123 of them. */
const PT_PER_PX = 0.75
export const PAGE = { width: 794, height: 1123, margin: 38 } as const
export const INNER = PAGE.width - 2 * PAGE.margin

/** Black on white, and grey without colour: what is out of range is also wider than the rest of its bar. */
export const INK = {
  black: '#111827',
  grey: '#4b5563',
  line: '#cfd4da',
  band: '#e9edf1',
  dash: '#7b8794',
  bar: '#4a5763',
  out: '#b3261e',
} as const

const FONTS = {
  regular: import.meta.resolve('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf'),
  medium: import.meta.resolve('@expo-google-fonts/roboto/500Medium/Roboto_500Medium.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf'),
}
export type FontName = keyof typeof FONTS

export interface TextStyle {
  size?: number
  font?: FontName
  colour?: string
  align?: 'left' | 'right' | 'center'
  /** Width of the box; longer text wraps, or ends with an ellipsis where `lines` are full. */
  width?: number
  lines?: number
}

/** The identity of the file, which depends on nothing but its content. */
interface DocumentInfo {
  title: string
  author: string
  language: string
  /** The time that the file names as its own. */
  at: Date
}

export type PdfPage = ReturnType<typeof createPdf>

/** A PDF drawn in CSS pixels. The same calls make the same bytes. */
export function createPdf({ title, author, language, at }: DocumentInfo) {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    pdfVersion: '1.7',
    // The file's identity is computed from these, so that it does not depend on when it is made.
    info: { Title: title, Author: author, Creator: 'Dalyan', Producer: 'Dalyan', CreationDate: at, ModDate: at },
  })
  for (const [name, address] of Object.entries(FONTS)) doc.registerFont(name, readFileSync(new URL(address)))
  const px = (value: number) => value * PT_PER_PX

  function use({ size = 11, font = 'regular', colour = INK.black }: TextStyle): void {
    doc.font(font).fontSize(px(size)).fillColor(colour)
  }

  /** The text shortened to the lines of its box. */
  function fitted(text: string, style: TextStyle): string {
    const { width = INNER, lines = 1 } = style
    const most = lineHeight(style) * lines + 1
    if (height(text, width, style) <= most) return text
    const characters = [...text]
    let [low, high] = [0, characters.length]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (height(`${characters.slice(0, middle).join('')}…`, width, style) <= most) low = middle
      else high = middle - 1
    }
    return `${characters.slice(0, low).join('').trimEnd()}…`
  }

  function height(text: string, width: number, style: TextStyle): number {
    use(style)
    return doc.heightOfString(text, { width: px(width) }) / PT_PER_PX
  }

  function lineHeight(style: TextStyle): number {
    use(style)
    return doc.currentLineHeight(true) / PT_PER_PX
  }

  return {
    doc,
    lineHeight,

    widthOf(text: string, style: TextStyle): number {
      use(style)
      return doc.widthOfString(text) / PT_PER_PX
    },

    /** Draws plain text in its box, with its upper edge at `y`. @returns the height of the drawn text */
    text(text: string, x: number, y: number, style: TextStyle = {}): number {
      const { width = PAGE.width - PAGE.margin - x, align = 'left' } = style
      const shown = fitted(oneLine(text), { ...style, width })
      if (shown === '') return 0
      use(style)
      doc.text(shown, px(x), px(y), { width: px(width), align })
      return height(shown, width, style)
    },

    line(x1: number, y1: number, x2: number, y2: number, colour: string, width = 1, dash?: number): void {
      doc.lineWidth(px(width)).strokeColor(colour)
      if (dash === undefined) doc.undash()
      else doc.dash(px(dash), { space: px(dash) })
      doc.moveTo(px(x1), px(y1)).lineTo(px(x2), px(y2)).stroke()
      doc.undash()
    },

    rect(x: number, y: number, width: number, height: number, colour: string): void {
      doc.rect(px(x), px(y), px(width), px(height)).fill(colour)
    },

    polygon(points: readonly (readonly [number, number])[], colour: string): void {
      doc.polygon(...points.map(([x, y]) => [px(x), px(y)])).fill(colour)
    },

    /** Slanted lines inside a box. */
    hatch(x: number, y: number, width: number, height: number): void {
      doc.save()
      doc.rect(px(x), px(y), px(width), px(height)).clip()
      doc.lineWidth(px(0.8)).strokeColor(INK.dash).undash()
      for (let at = y - width; at < y + height; at += 6) doc.moveTo(px(x), px(at + width)).lineTo(px(x + width), px(at))
      doc.stroke().restore()
    },

    /** A square QR code with low error correction: fewer and larger squares, which a printer prints distinctly. */
    qr(text: string, x: number, y: number, size: number): void {
      const code = qrcode(0, 'L')
      code.addData(text, 'Byte')
      code.make()
      const modules = code.getModuleCount()
      const side = size / modules
      for (let row = 0; row < modules; row += 1)
        for (let column = 0; column < modules; column += 1)
          if (code.isDark(row, column)) doc.rect(px(x + column * side), px(y + row * side), px(side), px(side))
      doc.fill('#000000')
    },

    addPage(): void {
      doc.addPage()
    },
  }
}

/** A user's text on one line, without characters that control the direction of writing or a printer. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
}
