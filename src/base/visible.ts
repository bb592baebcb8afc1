/**
 * Text from elsewhere (files, names, models, devices, the other end of a socket), safe on a terminal and in
 * a log: what would move the cursor, change colours or titles, turn the order of letters around or hide
 * itself is written out, as `\u001b`. Line ends and tabs stay. In the text of a JSON string it means the
 * same as before.
 */
export const visible = (text: string): string =>
  text.replace(HIDDEN, (letter) => [...Array(letter.length).keys()].map((i) => escaped(letter, i)).join(''))

const escaped = (letter: string, i: number): string =>
  `\\u${letter.charCodeAt(i).toString(16).padStart(4, '0')}`

/**
 * Controls but line feed and tab; DEL and C1 controls; zero-width and bidirectional marks, overrides and
 * isolates; line and paragraph separators; the byte-order mark; tags, which nobody sees; halves of a pair.
 */
const HIDDEN = new RegExp(
  String.raw`[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F` +
    String.raw`\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}\p{Cs}]`,
  'gu',
)
