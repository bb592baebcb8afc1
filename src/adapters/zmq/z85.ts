/** Z85 (ZeroMQ RFC 32): 32 bytes of a key as 40 printable characters. */
export function toZ85(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    let value = view.getUint32(at)
    let five = ''
    for (let i = 0; i < 5; i++) {
      five = DIGITS.charAt(value % 85) + five
      value = Math.floor(value / 85)
    }
    text += five
  }
  return text
}

/** A public or secret key as files hold it. */
export const isKey = (text: string): boolean =>
  text.length === 40 && [...text].every((digit) => DIGITS.includes(digit))

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#'
