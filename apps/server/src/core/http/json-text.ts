/**
 * An answer that the database built as JSON: parsing, checking and serialising thousands of rows would delay all other callers.
 * The query must build the contract's shape field by field, because the answer is not checked again.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
