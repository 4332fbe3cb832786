/**
 * An answer that stands as JSON already, made by the database: to read thousands of rows, check each and write it again keeps everybody else waiting.
 * That it has the contract's shape, and no field more, is its maker's word: it is put together field by field.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
