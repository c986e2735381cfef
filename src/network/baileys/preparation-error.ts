/** A content cannot be made into a message; the message of the error says why. Nothing was sent. */
export class PreparationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PreparationError'
  }
}
