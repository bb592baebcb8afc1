/** A text or a value cannot be read as the type that a port or a script asks for. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError'
}
